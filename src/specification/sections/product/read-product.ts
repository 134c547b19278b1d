import { closest } from 'fastest-levenshtein';
import { isTimeZone } from '#specification/values/calendar-date.js';
import { listCurrencies, isCurrency } from '#specification/values/currency.js';
import { isReservedApplication } from '#specification/document/key-grammar.js';
import { suggestName } from '#specification/document/nearest-name.js';
import { getPositionAt } from '#specification/document/yaml-node.js';
import type { z } from 'zod';
import type { productShape } from './product-shape.js';
import { type Problems, type SectionData, truncateText, readWrittenText } from '../section-context.js';

export interface Product {
  readonly key: string;
  readonly name: string;
  readonly locale: string;
  readonly timeZone: string;
  readonly currency: string;
}

const MAX_NAME = 200;

export function readProduct(
  section: SectionData<z.infer<typeof productShape>>,
  title: string | undefined,
  problems: Problems,
): Product {
  const { data } = section;
  const shownName = data.name === undefined ? '' : readWrittenText(section, ['name'], data.name).trim();
  const name = (shownName || (title ? title.charAt(0).toUpperCase() + title.slice(1) : 'Untitled')).slice(
    0,
    MAX_NAME,
  );
  return {
    key: data.key ?? titleToKey(title ?? name),
    name,
    locale: readChecked(section, 'locale', 'en', problems),
    timeZone: readChecked(section, 'timeZone', 'UTC', problems),
    currency: readChecked(section, 'currency', 'EUR', problems),
  };
}

/** `Purchase requests` → `purchase-requests` */
function titleToKey(title: string): string {
  const plain = title
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^[-0-9]+|-$/g, '')
    .slice(0, 40)
    .replace(/-$/, '');
  const key = plain || 'application';
  return isReservedApplication(key) ? `${key}-application` : key;
}

const CHECKS = {
  locale: { good: isLocale, what: 'language', remedy: () => 'write it like `en`, `de` or `pt-BR`' },
  timeZone: { good: isTimeZone, what: 'time zone', remedy: suggestTimeZone },
  currency: { good: isCurrency, what: 'currency', remedy: suggestCurrency },
} as const;

function readChecked(
  { node, data }: SectionData<z.infer<typeof productShape>>,
  key: keyof typeof CHECKS,
  fallback: string,
  problems: Problems,
): string {
  const shown = data[key];
  if (shown === undefined) return fallback;
  const { good, what, remedy } = CHECKS[key];
  if (good(shown)) return shown;
  problems.report(
    getPositionAt(node, [key]),
    `there is no ${what} \`${truncateText(shown)}\``,
    remedy(shown),
  );
  return fallback;
}

function isLocale(shown: string): boolean {
  try {
    return Intl.getCanonicalLocales(shown).length === 1;
  } catch {
    return false;
  }
}

function suggestTimeZone(shown: string): string {
  return `did you mean \`${closest(shown.slice(0, 100), Intl.supportedValuesOf('timeZone'))}\`?`;
}

export function suggestCurrency(shown: string): string | undefined {
  const upper = shown.toUpperCase();
  if (isCurrency(upper)) return `did you mean \`${upper}\`?`;
  const remedy = suggestName(upper, listCurrencies());
  return remedy?.startsWith('did') ? remedy : 'write a code of three letters, such as `EUR`';
}
