"""The questions about hidden facts that hold for a whole match of Secret Hitler."""

from games.engine.insight import Question
from games.engine.text import gettext_noop

PARTY, HITLER, TABLE, WIN = "fascist", "hitler", "table", "win"

QUESTIONS = (
    Question(
        PARTY,
        gettext_noop("Who is a fascist"),
        gettext_noop("Hitler included. From votes, policies, claims and powers so far."),
        brief=gettext_noop("A fascist"),
    ),
    Question(
        HITLER,
        gettext_noop("Who is Hitler"),
        gettext_noop("From the same evidence."),
        brief=gettext_noop("Hitler"),
    ),
    Question(
        TABLE,
        gettext_noop("What the table could infer at that point"),
        gettext_noop("Who is a fascist, from what everybody saw."),
        brief=gettext_noop("By the table"),
    ),
    Question(
        WIN,
        gettext_noop("How often liberals win from here"),
        gettext_noop("Based only on the policies enacted, from games between people."),
        things=1,
    ),
)
