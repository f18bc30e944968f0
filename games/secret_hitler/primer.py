"""Secret Hitler in six cards, for people who have never played it."""

from games.engine.primer import Card, Fact, Piece, Primer, Sign
from games.engine.text import gettext_noop
from games.secret_hitler.pieces import FASCIST_FOR_HITLER, FASCIST_FOR_VETO, ROLES, TRACKS, Power

#: The power that a fascist policy grants, on the table's sheet.
_POWERS: dict[Power | None, str] = {
    None: gettext_noop("nothing"),
    "peek": gettext_noop("the president looks at the next three policies"),
    "investigate": gettext_noop("the president looks at a player's party card"),
    "call-election": gettext_noop("the president names the next candidate"),
    "execute": gettext_noop("the president has somebody executed"),
}


def facts_of(players: int) -> tuple[Fact, ...]:
    """Return the roles, their knowledge of each other, and the powers of fascist policies."""
    roles = ROLES[players]
    knows = (
        gettext_noop("knows the fascist, and the fascist knows Hitler")
        if players < 7
        else gettext_noop("knows nobody; the fascists know one another and Hitler")
    )
    powers = enumerate(TRACKS[players], 1)
    besides = gettext_noop("%(number)d, and Hitler")
    hitler_wins, veto = (
        gettext_noop("electing Hitler chancellor wins"),
        gettext_noop("the veto is unlocked"),
    )
    return (
        Fact(gettext_noop("Liberals"), "%(number)d", roles.count("liberal"), mark="lamp"),
        Fact(gettext_noop("Fascists"), besides, roles.count("fascist"), mark="gate"),
        Fact(gettext_noop("Hitler"), knows, mark="mask"),
        *(
            Fact(gettext_noop("Fascist policy %(number)d"), _POWERS[power], number, power or "gate")
            for number, power in powers
        ),
        Fact(
            gettext_noop("From fascist policy %(number)d"), hitler_wins, FASCIST_FOR_HITLER, "mask"
        ),
        Fact(gettext_noop("After fascist policy %(number)d"), veto, FASCIST_FOR_VETO, "veto"),
    )


#: The rule of each phase, for players who ask at the table.
_RULES = {
    "set-up": gettext_noop("Everybody is dealt a secret role and reads it."),
    "nominate": gettext_noop(
        "The president nominates a chancellor. Members of the last elected government can't be "
        "chancellor; with five players alive this applies only to the last chancellor."
    ),
    "vote": gettext_noop(
        "Everybody votes Ja or Nein, and all ballots are shown together. More than half must vote "
        "Ja. After three failed votes in a row the top policy is enacted, and everybody can be "
        "chancellor again."
    ),
    "discard": gettext_noop(
        "The president draws three policies, discards one face down, and passes two on. "
        "President and chancellor may not talk during this. Afterwards both may say anything, "
        "true or not."
    ),
    "enact": gettext_noop(
        "The chancellor discards one of the two policies face down and enacts the other. After "
        "five fascist policies the chancellor may ask for a veto instead."
    ),
    "answer-veto": gettext_noop(
        "If the president agrees, both policies are discarded and the election tracker advances. "
        "If not, the chancellor must enact one of them."
    ),
    "power": gettext_noop(
        "The president must use the power before the next round. Investigating shows the party,"
        " never the role: Hitler belongs to the fascist party. Nobody is investigated twice. An"
        " executed player is out of the game, and their role stays secret."
    ),
    "over": gettext_noop(
        "The liberals win with five liberal policies or when Hitler is executed, the fascists with "
        "six fascist policies or when Hitler is elected chancellor after three of them."
    ),
}

_SIGNS = (
    Sign("lamp", gettext_noop("Liberal policy: five of them win for the liberals")),
    Sign("gate", gettext_noop("Fascist policy: six of them win for the fascists")),
    Sign("investigate", gettext_noop("Investigate: the president sees a player's party")),
    Sign("call-election", gettext_noop("Special election: the president names the next president")),
    Sign("peek", gettext_noop("Peek: the president sees the next three policies")),
    Sign("execute", gettext_noop("Execution: the president has somebody executed")),
    Sign("veto", gettext_noop("Veto: the government may discard both policies")),
    Sign("", gettext_noop("A slot for a policy, without a power"), "place", "1"),
    Sign("trophy", gettext_noop("The side that fills its track wins")),
    Sign("", gettext_noop("The round: each nomination begins a new one"), "round", "1"),
    Sign("deck", gettext_noop("How many policies are left to draw")),
    Sign("discard", gettext_noop("How many policies are discarded")),
    Sign("chaos", gettext_noop("Failed votes in a row, out of three")),
    Sign(
        "mask", gettext_noop("Electing Hitler chancellor now wins for the fascists."), "hitler-zone"
    ),
    Sign("hourglass", gettext_noop("The lamp marks the player the table is waiting for"), "owes"),
    Sign("gavel", gettext_noop("President: draws three policies and discards one"), "president"),
    Sign(
        "gavel",
        gettext_noop("President? Names a chancellor; then everybody votes on them both"),
        "president-asked",
    ),
    Sign("quill", gettext_noop("Chancellor: gets two policies and enacts one"), "chancellor"),
    Sign(
        "quill",
        gettext_noop("Chancellor? Enacts a policy if the government is elected"),
        "chancellor-asked",
    ),
    Sign("envelope", gettext_noop("Has voted; all ballots are shown together"), "voted"),
    Sign("check", gettext_noop("Voted Ja, for this government"), "ja"),
    Sign("cross", gettext_noop("Voted Nein, against this government"), "nein"),
    Sign("", gettext_noop("The ballots: number of Ja, number of Nein"), "votes", "3:2"),
    Sign("talk", gettext_noop("What this player claims to have seen, true or not"), "claim"),
    Sign(
        "",
        gettext_noop("A policy enacted by this player's government, and what they claimed"),
        "deed",
    ),
    Sign("chaos", gettext_noop("These claims contradict each other."), "clash"),
    Sign("cross", gettext_noop("The government was not elected"), "rejected"),
    Sign("veto", gettext_noop("Both policies were vetoed."), "vetoed"),
    Sign("lock", gettext_noop("Term-limited: can't be nominated now"), "term-limited"),
    Sign(
        "mask",
        gettext_noop("Not Hitler: was elected chancellor after three fascist policies"),
        "not-hitler",
    ),
    Sign("investigate", gettext_noop("Investigated: can't be investigated again"), "investigated"),
    Sign("tomb", gettext_noop("Executed")),
    Sign("unlock", gettext_noop("The secret role, shown at the end"), "role"),
    Sign("unlock", gettext_noop("The party, if known from this view"), "party"),
)

PRIMER = Primer(
    facts=facts_of,
    rules=_RULES,
    signs=_SIGNS,
    pitch=gettext_noop("Two sides, and only one of them knows who is who."),
    minutes=30,
    cards=(
        Card(
            "mask",
            gettext_noop("A secret role"),
            gettext_noop(
                "Everybody is dealt one. Most players are liberals and know nobody. A few are "
                "fascists and know one another; one of them is Hitler, who knows nobody when "
                "there are seven or more players."
            ),
            Piece("letter", "nominate", 7, 3),
        ),
        Card(
            "gavel",
            gettext_noop("Elect a government"),
            gettext_noop(
                "The presidency goes round the table. The president nominates a chancellor, and"
                " everybody votes Ja or Nein. After three failed votes in a row the top policy "
                "is enacted automatically."
            ),
            Piece("choices", "vote", 5),
        ),
        Card(
            "tile-back",
            gettext_noop("Enact a policy"),
            gettext_noop(
                "The president draws three policies and discards one. The chancellor gets the "
                "other two, discards one, and enacts the last. Nobody else sees what was "
                "discarded."
            ),
            Piece("choices", "discard", 5),
        ),
        Card(
            "talk",
            gettext_noop("Talk, and lie if you must"),
            gettext_noop(
                "Say what you drew, truly or not. 11 of the 17 policies are fascist, so bad "
                "luck is a good excuse, and the best cover for a lie."
            ),
            Piece("claims", "nominate", 5, 0, 1),
        ),
        Card(
            "investigate",
            gettext_noop("Fascist policies give power"),
            gettext_noop(
                "They let the president look at a party card, look at the next policies, choose "
                "the next president, or have somebody executed."
            ),
            Piece("track-fascist", "power", 7),
        ),
        Card(
            "trophy",
            gettext_noop("Who wins"),
            gettext_noop(
                "The liberals: with five liberal policies, or when Hitler is executed. The "
                "fascists: with six fascist policies, or when Hitler becomes chancellor after "
                "three fascist policies."
            ),
            Piece("baize", "over", 5),
        ),
    ),
)
