"""Worked numbers: battles, ATK and DEF, Chains, cases."""
