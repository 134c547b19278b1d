// Island: record files. Takes files that are let go over a field of a record, and saves them as the form of this one field would.
import { FIRST_NUMBER, made, takeDrops, uploadFile } from './upload-file.js';
import { word } from './words.js';

for (const field of document.querySelectorAll<HTMLElement>('[data-drop]')) {
  const list = made('div', 'db-uploads');
  list.setAttribute('role', 'status');
  field.querySelector('dd')?.append(list, made('p', 'form-hint', word('island.dropToAdd')));
  takeDrops(field, (files) => void save(field.dataset['drop']!, files, list));
}

/** `href`: of the form of the field. */
async function save(href: string, files: readonly File[], list: HTMLElement): Promise<void> {
  const answer = await fetch(href);
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
  const input = page.querySelector<HTMLElement>('[data-upload]');
  const form = page.querySelector<HTMLFormElement>('form.db-form');
  // It cannot be changed any more: the form's address says why.
  if (!input || !form) return location.assign(href);
  const isSeveral = input.dataset['several'] !== undefined;
  const references: string[] = [];
  for (const file of isSeveral ? files : files.slice(0, 1)) {
    const reference = await uploadFile(input.dataset['upload']!, file, list);
    if (reference !== undefined) references.push(reference);
  }
  if (references.length > 0) await send(href, form, { references, isSeveral });
}

interface Uploaded {
  readonly references: readonly string[];
  readonly isSeveral: boolean;
}

async function send(href: string, form: HTMLFormElement, { references, isSeveral }: Uploaded): Promise<void> {
  const name = form.querySelector<HTMLInputElement>('input[type=file]')!.name;
  const sent = new URLSearchParams();
  for (const [key, text] of new FormData(form))
    // One file takes the place of the other.
    if (typeof text === 'string' && (isSeveral || !key.startsWith(`${name}.`))) sent.append(key, text);
  for (const [index, reference] of references.entries())
    sent.append(`${name}.${FIRST_NUMBER + index}`, reference);
  const answer = await fetch(form.getAttribute('action') ?? '', {
    method: 'post',
    body: sent,
    redirect: 'manual',
  });
  // A form that is saved leads on; one that is not says at its own address what is wrong.
  location.assign(answer.type === 'opaqueredirect' ? location.pathname : href);
}
