import type { map as english } from '../en/map.js';

export const map: Readonly<Record<keyof typeof english, string>> = {
  'map.title': 'Ablauf: {entities}',
  'map.map': 'Prozesskarte',
  'map.label':
    'Karte des Ablaufs: {states, plural, one {ein Zustand} other {# Zustände}}, {moves, plural, one {eine Art von Übergang} other {# Arten von Übergängen}}. Dieselben Zahlen stehen in den Tabellen darunter.',
  'map.inIt': 'jetzt {count}',
  'map.opened': 'Angelegt',
  'map.byVersion': 'Durch neue Version verschoben',
  'map.moveNumbers': '{count} · {median}',
  'map.kinds': '{count} · {kinds} Aktionen',
  'map.states': 'Zustände',
  'map.state': 'Zustand',
  'map.now': 'Jetzt darin',
  'map.visits': 'So oft erreicht',
  'map.moves': 'Übergänge',
  'map.move': 'Übergang',
  'map.from': 'Von',
  'map.to': 'Nach',
  'map.count': 'Wie oft',
  'map.records': 'Vorgänge',
  'map.median': 'Median der Dauer',
  'map.percentile90': '90 % innerhalb von',
  'map.variants': 'Varianten',
  'map.variantsHint':
    '{count, plural, one {Ein Weg durch den Ablauf wurde genommen.} other {# verschiedene Wege durch den Ablauf wurden genommen. Die häufigsten stehen oben.}}',
  'map.variant': 'Schritte der Reihe nach',
  'map.share': 'Anteil',
  'map.duration': 'Median der Gesamtdauer',
  'map.moreVariants': 'Weitere Varianten',
  'map.variantsLeftOut': 'Aufgeführt sind die {count} häufigsten Varianten.',
  'map.moreMoves': 'Mehr Übergänge zeichnen',
  'map.mainMoves': 'Nur häufige Übergänge zeichnen',
  'map.rareLeftOut':
    'Nicht gezeichnet: {count, plural, one {eine seltene Art von Übergang} other {# seltene Arten von Übergängen}}. Die Tabelle enthält alle.',
  'map.untraced':
    '{count, plural, one {Ein Vorgang fehlt} other {# Vorgänge fehlen}} noch auf der Karte, weil das Lesemodell gerade neu aufgebaut wird.',
  'map.further':
    '{count, plural, one {Ein Übergang} other {# Übergänge}} sehr langer Verläufe sind nicht gezählt.',
  'map.nothing': 'Die Karte erscheint mit dem ersten Vorgang.',
  'map.madeMove': 'Übergang',
  'map.wholeMove': '{action}: {from} → {to}',
  'map.openedIn': 'Angelegt: {to}',
  'map.way': 'Weg',
  'map.sameWay': 'Derselbe Weg wie auf der Karte',
  'map.maps': 'Prozesskarten',
  'map.times': '{count, plural, one {einmal} other {#-mal}}',
  'map.lifecycle': 'Lebenszyklus von „{entity}“: {states, plural, one {ein Zustand} other {# Zustände}}',
  'map.usualStates':
    'Jede Aktion ist nur von ihrem ersten Zustand aus gezeichnet. Der Text darunter nennt alle Zustände jeder Aktion.',
  'map.wayOfRecord': 'Der Weg dieses Vorgangs durch seine Zustände',
};
