import { RESULTS_REPLACED } from './results-replaced.js';

const INTERACTIVE = 'a, button, input, label, select, summary, textarea';

enhanceLists();
document.addEventListener(RESULTS_REPLACED, enhanceLists);

function enhanceLists(): void {
  for (const form of document.querySelectorAll<HTMLFormElement>('form[data-list-rows]')) {
    openRows(form);
    selectAll(form);
  }
}

/** Ending a text selection must not open the record. */
function openRows(form: HTMLFormElement): void {
  form.classList.add('db-rows-open');
  const open = (event: MouseEvent) => {
    const { target } = event;
    if (!(target instanceof Element) || target.closest(INTERACTIVE) || event.button > 1) return;
    const link = target.closest('tbody tr')?.querySelector<HTMLAnchorElement>('a.db-row-link');
    if (!link || target.closest('.db-pick') || getSelection()?.isCollapsed === false) return;
    if (event.button === 1 || event.ctrlKey || event.metaKey) window.open(link.href);
    else link.click();
  };
  form.addEventListener('click', open);
  form.addEventListener('auxclick', open);
}

function selectAll(form: HTMLFormElement): void {
  const all = form.querySelector<HTMLInputElement>('[data-select-all]');
  if (!all) return;
  const boxes = [...form.querySelectorAll<HTMLInputElement>('tbody .db-pick input')];
  const update = () => {
    const ticked = boxes.filter(({ checked }) => checked).length;
    all.checked = ticked === boxes.length;
    all.indeterminate = ticked > 0 && ticked < boxes.length;
  };
  all.hidden = false;
  all.addEventListener('change', () => {
    for (const box of boxes) box.checked = all.checked;
  });
  form.addEventListener('change', update);
  addEventListener('pageshow', update);
}
