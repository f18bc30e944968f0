"""Games of hidden identity: the kernel, the games, and the apps that people play them in.

engine/         the contract every game keeps: pure functions, no Django, no I/O, no clock
secret_hitler/  noir/   one folder a game: the rules, bots/, insight/; no Django
catalog.py      which games there are
__main__.py     headless: replay, simulate, verify
matches/        Django app: lobby/ play/ page/ live/ mail/
chat/           Django app: table talk and the gallery
history/        Django app: lists, replay/ insight/ records/ recorder/ statistics/
ratings/        Django app: what finished matches say of players: Glicko-2, teams, leaderboards
api/            Django app: people's own programs at the table, by token
leagues/        Django app: membership/ seasons/ fixtures/ scheduling/ public/ organiser/;
                pairing/ and standings/ are pure

Arrows point down only: config, then leagues, then history, ratings and api, then chat, then
matches, then catalog, then the games (which never see each other), then engine. Everything outside
a game's folder knows it only by `Game`.
"""
