// Why an archive is refused: a code with values, which is translated into the reader's language.
import { translateReason } from '#domain/create-reason.js';
import type { Reason } from '#domain/refusal.js';
import { toPrintableLine } from '#platform/to-printable-line.js';
import type { Language } from '#specification/refusal-words/language.js';
import { GERMAN_ARCHIVE_REASONS } from './archive-reasons-de.js';
import { ENGLISH_ARCHIVE_REASONS, type ArchiveReasonCode } from './archive-reasons-en.js';

export interface ArchiveReason {
  readonly reason: ArchiveReasonCode;
  readonly with: Readonly<Record<string, ArchiveReasonValue>>;
}

/** Of a refused command. */
export type CommandReason = Pick<Reason, 'code' | 'message' | 'wording'>;

/** Text is not translated. */
export type ArchiveReasonValue = string | number | ArchiveReason | readonly CommandReason[];

const REASONS: Readonly<Record<Language, Readonly<Record<ArchiveReasonCode, string>>>> = {
  en: ENGLISH_ARCHIVE_REASONS,
  de: GERMAN_ARCHIVE_REASONS,
};

export const createArchiveReason = (
  reason: ArchiveReasonCode,
  values: ArchiveReason['with'] = {},
): ArchiveReason => ({ reason, with: values });

/** One line; it may quote what is in an archive. */
export const describeArchiveReason = (reason: ArchiveReason, language: Language): string =>
  toPrintableLine(fillReason(reason, language));

/** Without what refers to the specification, so that it can be stored. */
export const toCommandReason = ({ code, message, wording }: Reason): CommandReason => ({
  code,
  message,
  ...(wording && { wording }),
});

export const describeCommandReason = (reason: CommandReason, language: Language): string =>
  translateReason(reason as Reason, language).message;

function fillReason({ reason, with: values }: ArchiveReason, language: Language): string {
  const text = REASONS[language][reason];
  return text.replaceAll(/\{(\w+)\}/g, (_, name: string) => describeValue(values[name] ?? '', language));
}

function describeValue(value: ArchiveReasonValue, language: Language): string {
  if (typeof value === 'string' || typeof value === 'number') return String(value);
  if ('reason' in value) return fillReason(value, language);
  return value.map((each) => describeCommandReason(each, language)).join(' ');
}
