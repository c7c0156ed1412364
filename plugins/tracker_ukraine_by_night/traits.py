"""The Attributes and Skills of a sheet with the field each belongs to (UBN-RES-01)."""

from typing import Literal

from tracker.api import Choice

Field = Literal["mental", "physical", "social"]

ATTRIBUTES: dict[str, Field] = {
    "intelligence": "mental",
    "wits": "mental",
    "resolve": "mental",
    "strength": "physical",
    "dexterity": "physical",
    "stamina": "physical",
    "presence": "social",
    "manipulation": "social",
    "composure": "social",
}

SKILLS: dict[str, Field] = {
    "academics": "mental",
    "computer": "mental",
    "crafts": "mental",
    "investigation": "mental",
    "medicine": "mental",
    "occult": "mental",
    "politics": "mental",
    "science": "mental",
    "athletics": "physical",
    "brawl": "physical",
    "drive": "physical",
    "firearms": "physical",
    "larceny": "physical",
    "stealth": "physical",
    "survival": "physical",
    "weaponry": "physical",
    "animal_ken": "social",
    "empathy": "social",
    "expression": "social",
    "intimidation": "social",
    "persuasion": "social",
    "socialize": "social",
    "streetwise": "social",
    "subterfuge": "social",
}

UNTRAINED_PENALTY: dict[Field, int] = {"mental": 3, "physical": 1, "social": 1}
"""What an untrained Skill costs where the table says so (the option `untrained`)."""

PHYSICAL_ATTRIBUTES = tuple(attribute for attribute, field in ATTRIBUTES.items() if field == "physical")

ATTRIBUTE_CHOICES = tuple(map(Choice, ATTRIBUTES))
SKILL_CHOICES = tuple(map(Choice, SKILLS))
FIELD_CHOICES = tuple(map(Choice, ("physical", "social", "mental")))
