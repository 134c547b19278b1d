// Island: chooser. Searches while one types: sends the form as its button “Find” would, and takes the list of this input out of the page that comes back.

import { askForm } from './ask-form.js';

const PAUSE = 300;
const FIND = '_find';

for (const chooser of document.querySelectorAll<HTMLElement>('[data-chooser]')) enhance(chooser);

function enhance(chooser: HTMLElement): void {
  const input = chooser.querySelector<HTMLInputElement>('input[type=text]');
  const button = chooser.querySelector('button');
  if (!input?.form || !button) return;
  let pause: ReturnType<typeof setTimeout> | undefined;
  let asked = 0;
  const search = async (thenChoose: boolean) => {
    clearTimeout(pause);
    const turn = (asked += 1);
    const found = await find(input.form!, chooser.dataset['chooser']!).catch(() => undefined);
    // Another search was begun since.
    if (turn !== asked) return;
    // Whatever came back is no such form: the button shows it.
    if (!found) return void (thenChoose && button.click());
    take(chooser, found);
    if (thenChoose) chooser.querySelector('select')?.focus();
  };
  input.addEventListener('input', () => {
    clearTimeout(pause);
    pause = setTimeout(() => void search(false), PAUSE);
  });
  input.addEventListener('keydown', (event) => {
    // Enter would press the form's first button, which saves.
    if (event.key !== 'Enter' || event.isComposing) return;
    event.preventDefault();
    void search(true);
  });
}

async function find(form: HTMLFormElement, name: string): Promise<Element | null> {
  const page = await askForm(form, FIND, name);
  return page.querySelector(`[data-chooser="${CSS.escape(name)}"]`);
}

/** The input stays: somebody types in it. */
function take(chooser: HTMLElement, found: Element): void {
  const select = chooser.querySelector('select')!;
  const before = select.value;
  select.replaceChildren(...found.querySelectorAll('option'));
  select.value = before;
  chooser.querySelector('[role=status]')!.textContent =
    found.querySelector('[role=status]')?.textContent ?? '';
  const hidden = chooser.querySelector<HTMLInputElement>('input[type=hidden]')!;
  hidden.value = found.querySelector<HTMLInputElement>('input[type=hidden]')?.value ?? '';
}
