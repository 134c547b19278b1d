import { FIRST_UPLOAD_NUMBER, createElement, acceptDroppedFiles, uploadFile } from './upload-file.js';
import { translateIslandMessage } from './island-messages.js';

for (const field of document.querySelectorAll<HTMLElement>('[data-drop]')) {
  const list = createElement('div', 'db-uploads');
  list.setAttribute('role', 'status');
  field
    .querySelector('dd')
    ?.append(list, createElement('p', 'form-hint', translateIslandMessage('island.dropToAdd')));
  acceptDroppedFiles(field, (files) => void save(field.dataset['drop']!, files, list));
}

async function save(href: string, files: readonly File[], list: HTMLElement): Promise<void> {
  const answer = await fetch(href);
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
  const input = page.querySelector<HTMLElement>('[data-upload]');
  const form = page.querySelector<HTMLFormElement>('form.db-form');
  // Not editable any more: the form explains.
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
    // A single file replaces the other.
    if (typeof text === 'string' && (isSeveral || !key.startsWith(`${name}.`))) sent.append(key, text);
  for (const [index, reference] of references.entries())
    sent.append(`${name}.${FIRST_UPLOAD_NUMBER + index}`, reference);
  const answer = await fetch(form.getAttribute('action') ?? '', {
    method: 'post',
    body: sent,
    redirect: 'manual',
  });
  // A redirect means saved; otherwise the form shows errors.
  location.assign(answer.type === 'opaqueredirect' ? location.pathname : href);
}
