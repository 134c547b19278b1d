// In which language and time zone the inputs of a form are written. The form says it: the person may have chosen others while it was open.
import { createPhrase } from '#specification/refusal-words/message-parameters.js';
import type { DisplayLocale } from '#specification/values/format-value.js';
import type { Form } from '#web/http/request-body.js';
import { builtInRefusal } from '#web/built-in-refusal.js';
import { isLocaleOfForms } from '#web/language.js';
import type { RecordRequest } from '#web/requests/record-request.js';
import { HIDDEN_INPUTS } from './form-route.js';

type Asking = Pick<RecordRequest, 'locale' | 'timeZone' | 'specification'>;

/** Throws `Refused` BAD_REQUEST where no form of this application is written so. */
export const formNotation = (form: Form, asking: Asking): DisplayLocale => ({
  locale: localeOf(form[HIDDEN_INPUTS.locale], asking),
  timeZone: zoneOf(form[HIDDEN_INPUTS.timeZone], asking),
});

function localeOf(text: string | undefined, asking: Asking): string {
  if (text === undefined) return asking.locale;
  if (isLocaleOfForms(text, asking.specification)) return text;
  throw builtInRefusal('BAD_REQUEST', { why: createPhrase('why.form-locale') });
}

const ZONES: ReadonlySet<string> = new Set(Intl.supportedValuesOf('timeZone'));

/** Forms of earlier versions do not say it: they are written in the zone of the document. */
function zoneOf(text: string | undefined, { timeZone, specification }: Asking): string {
  if (text === undefined) return specification.timeZone;
  if (text === timeZone || text === specification.timeZone || ZONES.has(text)) return text;
  throw builtInRefusal('BAD_REQUEST', { why: createPhrase('why.form-zone') });
}
