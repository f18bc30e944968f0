"""Games of hidden identity: the kernel, the games, and the apps that people play them in.

engine/         the contract of every game: pure functions, no Django, no I/O, no clock
secret_hitler/  noir/   one folder per game: the rules, bots/, insight/; no Django
catalog.py      the list of games
__main__.py     headless: replay, simulate, verify
matches/        Django app: lobby/ play/ page/ live/ mail/
chat/           Django app: table talk and the gallery
history/        Django app: lists, replay/ insight/ records/ recorder/ statistics/
ratings/        Django app: ratings from finished matches: Glicko-2, teams, leaderboards
api/            Django app: access by token for programs that play for people
leagues/        Django app: membership/ seasons/ fixtures/ scheduling/ public/ organiser/;
                pairing/ and standings/ are pure

Arrows point down only: config, then leagues, then history, ratings and api, then chat, then
matches, then catalog, then the games (which never see each other), then engine. Code outside
a game's folder uses it only through `Game`.
"""
