// What a browser submits from an untouched form: inputs lose values they cannot show, as HTML says.
import { decoded } from './daybook.js';

/** In page order; the last value of a name counts. */
export function formAsShown(html: string): Record<string, string> {
  const form = /<form class="card db-form"[\s\S]*?<\/form>/.exec(html)?.[0];
  if (form === undefined) throw new Error('there is no form on the page');
  const sent: Record<string, string> = {};
  const control =
    /<input([^>]*)>|<textarea([^>]*)>([\s\S]*?)<\/textarea>|<select([^>]*)>([\s\S]*?)<\/select>/g;
  for (const [tag, ...parts] of form.matchAll(control)) {
    const name = attribute(tag, 'name');
    const value = valueOf(parts);
    if (name !== undefined && value !== undefined) sent[name] = value.replaceAll(/\r\n?|\n/g, '\r\n');
  }
  return sent;
}

function valueOf([input, area, text = '', , options = '']: readonly (string | undefined)[]):
  string | undefined {
  if (input !== undefined) return ofInput(input);
  return area === undefined ? ofSelect(options) : ofArea(text);
}

function attribute(tag: string, name: string): string | undefined {
  const found = new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1];
  return found === undefined ? undefined : decoded(found).replaceAll(/\r\n?/g, '\n');
}

function ofInput(tag: string): string | undefined {
  const value = attribute(tag, 'value') ?? '';
  switch (attribute(tag, 'type') ?? 'text') {
    case 'hidden':
      return value;
    case 'checkbox':
      return / checked(=|\s|\/|$)/.test(tag) ? value : undefined;
    case 'radio':
    case 'file':
      return undefined;
    case 'date':
      return isLocal(`${value}T00:00`) ? value : '';
    case 'datetime-local':
      return isLocal(value) ? value : '';
    default:
      return value.replaceAll(/[\r\n]/g, '');
  }
}

/** HTML's local date and time has no year 0. */
const isLocal = (text: string): boolean =>
  /^\d{4,}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?$/.test(text) && !text.startsWith('0000');

/** A line break after the tag is no part of the text. */
const ofArea = (text: string): string => decoded(text).replaceAll(/\r\n?/g, '\n').replace(/^\n/, '');

function ofSelect(options: string): string {
  const all = [...options.matchAll(/<option([^>]*)>/g)].map(([, tag = '']) => tag);
  const selected = all.find((tag) => / selected/.test(tag)) ?? all[0] ?? '';
  return attribute(selected, 'value') ?? '';
}
