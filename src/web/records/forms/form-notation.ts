// Language and time zone travel with the form, since the person may switch while it is open.
import { createPhrase } from '#specification/refusal-words/phrases.js';
import type { DisplayLocale } from '#specification/values/format-by-locale.js';
import type { Form } from '#web/http/request-body.js';
import { createBuiltInRefusal } from '#web/create-built-in-refusal.js';
import { isLocaleOfForms } from '#web/language.js';
import type { RecordRequest } from '#web/requests/record-request.js';
import { HIDDEN_INPUTS } from './form-processor.js';

type Asking = Pick<RecordRequest, 'locale' | 'timeZone' | 'specification'>;

/** Throws `Refused` BAD_REQUEST if the application's forms never use the locale. */
export const readFormNotation = (form: Form, asking: Asking): DisplayLocale => ({
  locale: localeOf(form[HIDDEN_INPUTS.locale], asking),
  timeZone: zoneOf(form[HIDDEN_INPUTS.timeZone], asking),
});

function localeOf(text: string | undefined, asking: Asking): string {
  if (text === undefined) return asking.locale;
  if (isLocaleOfForms(text, asking.specification)) return text;
  throw createBuiltInRefusal('BAD_REQUEST', { why: createPhrase('why.form-locale') });
}

const ZONES: ReadonlySet<string> = new Set(Intl.supportedValuesOf('timeZone'));

/** Forms without a zone use the document's. */
function zoneOf(text: string | undefined, { timeZone, specification }: Asking): string {
  if (text === undefined) return specification.timeZone;
  if (text === timeZone || text === specification.timeZone || ZONES.has(text)) return text;
  throw createBuiltInRefusal('BAD_REQUEST', { why: createPhrase('why.form-zone') });
}
