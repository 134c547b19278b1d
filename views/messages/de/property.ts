import type { property as en } from '../en/property.js';

export const property: Record<keyof typeof en, string> = {
  'property.number': 'Nummer',
  'property.title': 'Titel',
  'property.stateSince': 'In diesem Status seit',
  'property.openedBy': 'Angelegt von',
  'property.openedAt': 'Angelegt',
  'property.changedBy': 'Geändert von',
  'property.changedAt': 'Geändert',
  'property.assignee': 'Zugewiesen an',
};
