import { enhanceChoosers } from './chooser.js';
import { keepDraft } from './drafts.js';

const NEEDS_PAGE = '[data-lines], input[type=file]';

document.addEventListener('click', (event) => {
  const { target, ctrlKey, metaKey, shiftKey } = event;
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a.db-edit-field') : null;
  if (!link || ctrlKey || metaKey || shiftKey) return;
  event.preventDefault();
  void openForm(link).catch(() => location.assign(link.href));
});

async function openForm(link: HTMLAnchorElement): Promise<void> {
  const value = link.closest('div')?.querySelector<HTMLElement>('dd');
  const answer = await fetch(link.href, { headers: { Accept: 'text/html' } });
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
  const form = page.querySelector<HTMLFormElement>('main form.db-form');
  // Not editable here: the form's page explains.
  if (!value || !form || form.querySelector(NEEDS_PAGE)) return location.assign(link.href);
  // A second click during the request.
  if (value.hidden) return;
  show(form, value, link);
}

function show(form: HTMLFormElement, value: HTMLElement, link: HTMLAnchorElement): void {
  const place = document.createElement('dd');
  place.className = 'db-edit-in-place';
  form.classList.remove('card');
  place.append(form);
  value.after(place);
  value.hidden = true;
  link.hidden = true;
  enhanceChoosers(form);
  keepDraft(form);
  form
    .querySelector<HTMLElement>('.card-body :is(input:not([type=hidden]), select, textarea):not([hidden])')
    ?.focus();
  const close = () => {
    place.remove();
    value.hidden = false;
    link.hidden = false;
    link.focus();
  };
  form.querySelector('.db-form-foot a')?.addEventListener('click', (event) => {
    event.preventDefault();
    close();
  });
  form.addEventListener('keydown', (event) => {
    // An open list handles the first Escape.
    if (event.key === 'Escape' && !event.defaultPrevented) close();
  });
}
