"""Cards: their names, their texts and what each effect is and does."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields

from pyoxigraph import NamedNode, Quad

from kb.cards.record import Card
from kb.graph.names import graph_name, node
from kb.graph.triples import Graph, Properties, Value, said, texts
from kb.model import CardText, Effect, EffectProfile, Response

LABEL_LANGS = ("en", "zh", "ja")
_NESTED = {"responses", "shown"}


def graph_of_cards(cards: Iterable[Card]) -> Iterator[Quad]:
    """Quads of the cards' named graph that say which card goes by which names and numbers; texts stay in the card store."""
    for card in cards:
        graph = Graph(graph_name("cards"))
        values: Properties = {
            "dcterms:identifier": card.id,
            "rdfs:label": texts({lang: name for lang, name in card.names.items() if lang in LABEL_LANGS}),
            "skos:notation": [str(code) for code in card.passcodes],
        }
        graph.add(node("card", card.id), ["dr:Card"], values)
        yield from graph.quads


def graph_of_card_text(card: str, names: Mapping[str, str], text: CardText) -> list[Quad]:
    """Quads of the cards' named graph for one card as read: its names by language and the profile of every effect."""
    graph = Graph(graph_name("cards"))
    effects = [_add_effect(graph, card, text.lang, effect) for effect in text.effects]
    values: Properties = {
        "dcterms:identifier": card,
        "rdfs:label": texts(names),
        "dr:text": said(text.text, text.lang),
        "dr:style": text.style,
        "dr:effect": effects,
    }
    graph.add(node("card", card), ["dr:Card"], values)
    return graph.quads


def _add_effect(graph: Graph, card: str, lang: str, effect: Effect) -> NamedNode:
    name = (card, lang, f"{'pendulum-' if effect.pendulum else ''}{effect.number}-{effect.span.start}")
    values: Properties = {
        "dr:number": effect.number,
        "dr:text": said(effect.text, lang),
        "oa:start": effect.span.start,
        "oa:end": effect.span.end,
        "dr:pendulum": effect.pendulum,
        "dr:profile": _add_profile(graph, name, effect.profile),
    }
    return graph.add(node("effect", *name), ["dr:Effect"], values)


def _add_profile(graph: Graph, name: tuple[str, str, str], profile: EffectProfile) -> NamedNode:
    values: dict[str, Value | list[Value]] = {}
    for field in fields(profile):
        if field.name not in _NESTED:
            value = getattr(profile, field.name)
            values[f"dr:{_camel(field.name)}"] = list(value) if isinstance(value, tuple) else value
    values["dr:response"] = [_add_response(graph, name, n, r) for n, r in enumerate(profile.responses, 1)]
    return graph.add(node("profile", *name), ["dr:EffectProfile"], values)


def _add_response(graph: Graph, name: tuple[str, str, str], number: int, response: Response) -> NamedNode:
    values: Properties = {
        "dr:event": response.events,
        "dr:atTiming": [node("timing", t) for t in (*response.timings, *response.phases)],
        "dr:damageStep": response.damage_step,
    }
    return graph.add(node("response", *name, str(number)), ["dr:Response"], values)


def _camel(name: str) -> str:
    """
    >>> _camel("can_miss_timing")
    'canMissTiming'
    """
    first, *rest = name.split("_")
    return first + "".join(word.capitalize() for word in rest)
