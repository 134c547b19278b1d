// Island: drafts. Keeps what a person types into a form until it is sent or discarded: pages are left by Back, by a tab, and by sessions that end.

interface Draft {
  /** What was typed, by input. */
  readonly values: Record<string, string>;
  /** Titles of what was chosen: a list that is searched may not have it again. */
  readonly titles?: Record<string, string>;
  /** What the form carried when it was typed into: the version, and once it was sent, which command it was. */
  hidden: Record<string, string>;
  at: number;
}

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const OURS = 'daybook-draft ';
const SENT = 'daybook-sent';
const WEEK = 7 * 24 * 3_600_000;
const VERSION = '_seen';
/** Sent again with these, a form that arrived after all is the same command about the same record. */
const COMMAND = ['_command', '_id'];

function start(mine: string): void {
  for (const key of Object.keys(localStorage))
    if (key.startsWith(OURS) && (!key.startsWith(mine) || isOld(key))) localStorage.removeItem(key);
  const sent = sessionStorage.getItem(SENT);
  sessionStorage.removeItem(SENT);
  // A notice is shown once, on the page that follows when something was saved.
  if (sent?.startsWith(mine) && document.querySelector('.alert-success')) localStorage.removeItem(sent);
  for (const form of document.forms) {
    // Read as attributes: an input may be called as a property of the form.
    const { pathname, search } = new URL(form.getAttribute('action') ?? '', location.href);
    if (form.getAttribute('method') === 'post') enhance(form, mine + pathname + search);
  }
}

const isOld = (key: string): boolean => !((read(key)?.at ?? 0) > Date.now() - WEEK);

function read(key: string): Draft | undefined {
  try {
    return JSON.parse(localStorage.getItem(key) ?? '') as Draft;
  } catch {
    return undefined;
  }
}

/** Without room, or where a browser keeps nothing, the form works as ever. */
function write(key: string, draft: Draft): void {
  try {
    localStorage.setItem(key, JSON.stringify(draft));
  } catch {
    localStorage.removeItem(key);
  }
}

function enhance(form: HTMLFormElement, key: string): void {
  restore(form, key);
  const keep = ({ target }: Event) => {
    const typed = target as Control;
    if (!isTyped(typed)) return;
    const draft = read(key) ?? { values: {}, titles: {}, hidden: hiddenOf(form, [VERSION]), at: 0 };
    draft.values[nameOf(typed)] = valueOf(typed);
    if (typed instanceof HTMLSelectElement && draft.titles)
      draft.titles[nameOf(typed)] = typed.selectedOptions[0]?.text ?? '';
    draft.at = Date.now();
    write(key, draft);
  };
  form.addEventListener('input', keep);
  form.addEventListener('change', keep);
  form.addEventListener('submit', () => {
    if (form.hasAttribute('data-ends'))
      for (const each of Object.keys(localStorage)) if (each.startsWith(OURS)) localStorage.removeItem(each);
    const draft = read(key);
    if (!draft) return;
    draft.hidden = { ...draft.hidden, ...hiddenOf(form, COMMAND) };
    write(key, draft);
    sessionStorage.setItem(SENT, key);
  });
}

const isTyped = (element: Element): element is Control =>
  (element instanceof HTMLInputElement &&
    !/^(hidden|file|password|submit)$/.test(element.type) &&
    !/^_/.test(element.name)) ||
  element instanceof HTMLTextAreaElement ||
  element instanceof HTMLSelectElement;

/** `title`: of what was chosen, where the list of choices does not have it. */
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
  if (!draft) return;
  const left = new Map(Object.entries(draft.values));
  let restored = 0;
  for (const control of [...form.querySelectorAll('input, textarea, select')].filter(isTyped)) {
    const value = left.get(nameOf(control));
    left.delete(nameOf(control));
    if (value === undefined || value === valueOf(control)) continue;
    setValue(control, value, draft.titles?.[nameOf(control)]);
    restored += 1;
  }
  if (restored === 0) return;
  const movedOn = hiddenOf(form, [VERSION])[VERSION] !== draft.hidden[VERSION];
  for (const [name, value] of Object.entries(draft.hidden))
    form.querySelector(`input[name="${name}"]`)?.setAttribute('value', value);
  say(form, key, [
    'Restored what you typed.',
    ...(movedOn ? ['This has changed since: compare before you save.'] : []),
    ...(left.size > 0 ? ['The rest comes back with “Add rows”.'] : []),
  ]);
}

function say(form: HTMLFormElement, key: string, sentences: readonly string[]): void {
  const bar = document.createElement('div');
  bar.className = 'alert alert-info db-live';
  bar.setAttribute('role', 'status');
  const words = document.createElement('span');
  words.textContent = sentences.join(' ');
  const discard = document.createElement('button');
  discard.type = 'button';
  discard.className = 'btn btn-sm';
  discard.textContent = 'Discard';
  discard.addEventListener('click', () => {
    localStorage.removeItem(key);
    location.assign(location.pathname + location.search);
  });
  bar.append(words, discard);
  form.insertAdjacentElement('beforebegin', bar);
}

const person = document.body.dataset['person'];
if (person !== undefined) start(`${OURS}${person} `);
