// Stores form input until it is sent or discarded; warns about what is not stored (personal data, files).
import { addRow, removeRow, ROWS_CHANGED, listRows, type Control } from './table-rows.js';
import { translateIslandMessage } from './island-messages.js';

interface Draft {
  readonly values: Record<string, string>;
  /** Titles of choices that a searched list may lack. */
  readonly titles?: Record<string, string>;
  rows?: Record<string, number>;
  /** Hidden inputs: the base version and, once sent, the command id. */
  hidden: Record<string, string>;
  at: number;
}

const OURS = 'daybook-draft ';
const SENT = 'daybook-sent';
const WEEK = 7 * 24 * 3_600_000;
const VERSION = '_seen';
const MANNER = ['_locale', '_zone'];
/** Reusing them makes a repeated submission the same command. */
const COMMAND = ['_command', '_id'];

function start(mine: string): void {
  for (const key of Object.keys(localStorage))
    if (key.startsWith(OURS) && (!key.startsWith(mine) || isOld(key))) localStorage.removeItem(key);
  const sent = sessionStorage.getItem(SENT);
  sessionStorage.removeItem(SENT);
  // The notice after saving, or what was made, proves that the draft arrived.
  if (sent?.startsWith(mine) && document.querySelector('.alert-success, [data-made]'))
    localStorage.removeItem(sent);
  for (const form of document.forms) if (form.getAttribute('method') === 'post') keepDraft(form, mine);
}

export function keepDraft(form: HTMLFormElement, mine = keyOfPerson()): void {
  // As an attribute: an input may shadow the form's property.
  const { pathname, search } = new URL(form.getAttribute('action') ?? '', location.href);
  if (mine !== undefined) enhance(form, mine + pathname + search);
}

/** Prefix of the person's drafts; undefined: signed out. */
function keyOfPerson(): string | undefined {
  const { person } = document.body.dataset;
  return person === undefined ? undefined : `${OURS}${person} `;
}

const isOld = (key: string): boolean => !((read(key)?.at ?? 0) > Date.now() - WEEK);

function read(key: string): Draft | undefined {
  try {
    return JSON.parse(localStorage.getItem(key) ?? '') as Draft;
  } catch {
    return undefined;
  }
}

/** false: storage is full or disabled. */
function write(key: string, draft: Draft): boolean {
  try {
    localStorage.setItem(key, JSON.stringify(draft));
    return true;
  } catch {
    localStorage.removeItem(key);
    return false;
  }
}

const warn = (event: BeforeUnloadEvent) => event.preventDefault();
/** Enables the browser's confirmation. */
const warnOfLeaving = (isLost: boolean) =>
  isLost ? addEventListener('beforeunload', warn) : removeEventListener('beforeunload', warn);

function enhance(form: HTMLFormElement, key: string): void {
  restore(form, key);
  const change = (update: (draft: Draft) => void) => {
    const draft = read(key) ?? {
      values: {},
      titles: {},
      hidden: hiddenOf(form, [VERSION, ...MANNER]),
      at: 0,
    };
    update(draft);
    draft.at = Date.now();
    if (!write(key, draft)) warnOfLeaving(true);
  };
  const keep = ({ target }: Event) => {
    const typed = target as Control;
    if (isTyped(typed)) change((draft) => keepValue(draft, typed));
    else if (isLostOnLeaving(typed)) warnOfLeaving(true);
  };
  form.addEventListener('input', keep);
  form.addEventListener('change', keep);
  form.addEventListener(ROWS_CHANGED, ({ target }) =>
    change((draft) => keepRows(draft, target as HTMLElement)),
  );
  form.querySelector('[data-cancel]')?.addEventListener('click', () => {
    warnOfLeaving(false);
    localStorage.removeItem(key);
  });
  form.addEventListener('submit', () => {
    warnOfLeaving(false);
    if (form.hasAttribute('data-ends'))
      for (const each of Object.keys(localStorage)) if (each.startsWith(OURS)) localStorage.removeItem(each);
    const draft = read(key);
    if (!draft) return;
    draft.hidden = { ...draft.hidden, ...hiddenOf(form, COMMAND) };
    write(key, draft);
    sessionStorage.setItem(SENT, key);
  });
}

function keepValue({ values, titles }: Draft, typed: Control): void {
  values[nameOf(typed)] = valueOf(typed);
  if (typed instanceof HTMLSelectElement && titles)
    titles[nameOf(typed)] = typed.selectedOptions[0]?.text ?? '';
}

function keepRows(draft: Draft, table: HTMLElement): void {
  const key = table.dataset['lines']!;
  for (const name of Object.keys(draft.values)) if (name.startsWith(`${key}.`)) delete draft.values[name];
  for (const typed of typedIn(table)) keepValue(draft, typed);
  draft.rows = { ...draft.rows, [key]: listRows(table).length };
}

const typedIn = (element: HTMLElement): readonly Control[] =>
  [...element.querySelectorAll('input, textarea, select')].filter(isTyped);

const isPersonal = (element: Element): boolean => element.closest('[data-personal]') !== null;

const isTyped = (element: Element): element is Control =>
  !isPersonal(element) &&
  ((element instanceof HTMLInputElement &&
    !/^(hidden|file|password|submit)$/.test(element.type) &&
    !/^(_|$)/.test(element.name)) ||
    element instanceof HTMLTextAreaElement ||
    element instanceof HTMLSelectElement);

const isLostOnLeaving = (element: Control): boolean => isPersonal(element) || element.type === 'file';

/** `title`: of a choice missing from the list. */
function setValue(control: Control, value: string, title = value): void {
  if (isBox(control)) control.checked = value === 'true';
  else {
    if (control instanceof HTMLSelectElement && !hasOption(control, value))
      control.add(new Option(title, value));
    control.value = value;
  }
}

const hasOption = ({ options }: HTMLSelectElement, value: string): boolean =>
  [...options].some((option) => option.value === value);

const isBox = (control: Control): control is HTMLInputElement => /^(checkbox|radio)$/.test(control.type);

const nameOf = (control: Control): string =>
  isBox(control) ? `${control.name}=${control.value}` : control.name;

const valueOf = (control: Control): string => (isBox(control) ? String(control.checked) : control.value);

function hiddenOf(form: HTMLFormElement, names: readonly string[]): Record<string, string> {
  const inputs = names.flatMap((name) => form.querySelector<HTMLInputElement>(`input[name="${name}"]`) ?? []);
  return Object.fromEntries(inputs.map(({ name, value }) => [name, value]));
}

function restore(form: HTMLFormElement, key: string): void {
  const draft = read(key);
  // A form with errors already holds the input.
  if (!draft || document.getElementById('problems')) return;
  let restored = restoreRows(form, draft) ? 1 : 0;
  const leftOut = isWrittenOtherwise(form, draft) && leaveOutWritten(form, draft);
  if (leftOut) write(key, draft);
  restored += restoreValues(form, draft);
  if (restored === 0 && !leftOut) return;
  const movedOn = hiddenOf(form, [VERSION])[VERSION] !== draft.hidden[VERSION];
  for (const [name, value] of Object.entries(draft.hidden))
    form.querySelector(`input[name="${name}"]`)?.setAttribute('value', value);
  say(form, key, [
    translateIslandMessage('island.draftRestored', {
      moment: momentOf(draft.at, zoneOf(form)),
    }),
    ...(leftOut ? [translateIslandMessage('island.draftLeftOut')] : []),
    ...(movedOn ? [translateIslandMessage('island.draftOutdated')] : []),
  ]);
}

/** Count of restored values. */
function restoreValues(form: HTMLFormElement, { values, titles }: Draft): number {
  const changed = typedIn(form).filter((control) => {
    const value = values[nameOf(control)];
    return value !== undefined && value !== valueOf(control);
  });
  for (const control of changed) {
    setValue(control, values[nameOf(control)]!, titles?.[nameOf(control)]);
    control.dispatchEvent(new Event('change', { bubbles: true }));
  }
  return changed.length;
}

function isWrittenOtherwise(form: HTMLFormElement, { hidden }: Draft): boolean {
  const now = hiddenOf(form, MANNER);
  return MANNER.some((name) => hidden[name] !== undefined && hidden[name] !== now[name]);
}

/** Drops values in another notation: `1.234` or 10:00 would change meaning. false: none. */
function leaveOutWritten(form: HTMLFormElement, draft: Draft): boolean {
  const written = typedIn(form).filter((control) => control.matches('[inputmode], [type=datetime-local]'));
  const lost = written.map(nameOf).filter((name) => draft.values[name]);
  for (const name of lost) delete draft.values[name];
  draft.hidden = { ...draft.hidden, ...hiddenOf(form, MANNER) };
  return lost.length > 0;
}

function restoreRows(form: HTMLFormElement, { rows = {} }: Draft): boolean {
  let isChanged = false;
  for (const [key, count] of Object.entries(rows)) {
    const table = form.querySelector<HTMLElement>(`[data-lines="${CSS.escape(key)}"]`);
    if (!table || listRows(table).length === count) continue;
    isChanged = true;
    while (listRows(table).length < count && addRow(table));
    for (const row of listRows(table).slice(count)) removeRow(table, row);
  }
  return isChanged;
}

const zoneOf = (form: HTMLFormElement): string | undefined => hiddenOf(form, ['_zone'])['_zone'] || undefined;

/** `today, 14:02`, `yesterday, 09:15`, `20 Nov, 17:30` */
function momentOf(at: number, timeZone: string | undefined): string {
  const { lang } = document.documentElement;
  // As pages: British English has a 24-hour clock.
  const tag = lang === 'en' ? 'en-GB' : lang;
  const time = new Intl.DateTimeFormat(tag, { timeStyle: 'short', timeZone }).format(at);
  const days = (dayOf(at, timeZone) - dayOf(Date.now(), timeZone)) / 86_400_000;
  const day =
    days < -1
      ? new Intl.DateTimeFormat(tag, { day: 'numeric', month: 'short', timeZone }).format(at)
      : new Intl.RelativeTimeFormat(lang, { numeric: 'auto' }).format(days, 'day');
  return `${day}, ${time}`;
}

/** UTC midnight of the local day. */
const dayOf = (at: number, timeZone: string | undefined): number =>
  // Swedish dates are ISO 8601.
  Date.parse(new Intl.DateTimeFormat('sv', { timeZone }).format(at));

function say(form: HTMLFormElement, key: string, sentences: readonly string[]): void {
  const bar = document.createElement('div');
  bar.className = 'alert alert-info db-live';
  bar.setAttribute('role', 'status');
  const words = document.createElement('span');
  words.textContent = sentences.join(' ');
  const discard = document.createElement('button');
  discard.type = 'button';
  discard.className = 'btn btn-sm';
  discard.textContent = translateIslandMessage('island.discard');
  discard.addEventListener('click', () => {
    localStorage.removeItem(key);
    location.assign(location.pathname + location.search);
  });
  bar.append(words, discard);
  form.insertAdjacentElement('beforebegin', bar);
}

const ours = keyOfPerson();
if (ours !== undefined) start(ours);
