import { translateIslandMessage } from './island-messages.js';

import {
  FIRST_UPLOAD_NUMBER,
  createElement,
  formatFileSize,
  acceptDroppedFiles,
  uploadFile,
} from './upload-file.js';

class FileField {
  private number = FIRST_UPLOAD_NUMBER;
  private underWay = 0;
  private readonly input: HTMLInputElement;
  private readonly list = createElement('div', 'db-uploads');

  constructor(private readonly element: HTMLElement) {
    this.input = element.querySelector<HTMLInputElement>('input[type=file]')!;
    this.list.setAttribute('role', 'status');
    this.input.before(this.list);
    this.input.after(createElement('p', 'form-hint', translateIslandMessage('island.dropFiles')));
    this.input.addEventListener('change', () => {
      if (!this.input.files || this.input.files.length === 0) return;
      const files = [...this.input.files];
      this.input.value = '';
      this.take(files);
    });
    acceptDroppedFiles(element, (files) => this.take(files));
    this.input.form?.addEventListener('submit', (event) => this.wait(event), { capture: true });
  }

  has(target: EventTarget | null): boolean {
    return target instanceof Node && this.element.contains(target);
  }

  take(files: readonly File[]): void {
    const { several } = this.element.dataset;
    for (const file of several === undefined ? files.slice(0, 1) : files) void this.upload(file);
  }

  /** Submitting now would lose the file. */
  private wait(event: Event): void {
    if (this.underWay === 0) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    this.input.focus();
  }

  private async upload(file: File): Promise<void> {
    this.underWay += 1;
    const reference = await uploadFile(this.element.dataset['upload']!, file, this.list);
    this.underWay -= 1;
    if (reference !== undefined) this.add(file, reference);
  }

  private add(file: File, reference: string): void {
    const { name } = this.input;
    const boxes = this.element.querySelectorAll<HTMLInputElement>('input[type=checkbox]');
    // A single file replaces the other.
    if (this.element.dataset['several'] === undefined) for (const box of boxes) box.checked = false;
    const label = createElement('label', 'form-check db-chosen-file');
    const box = Object.assign(createElement('input', 'form-check-input'), {
      type: 'checkbox',
      name: `${name}.${this.number++}`,
      value: reference,
      checked: true,
    });
    const words = createElement('span', 'form-check-label', `${file.name} `);
    words.append(
      createElement(
        'span',
        'db-file-size',
        translateIslandMessage('island.uploadedNow', { size: formatFileSize(file.size) }),
      ),
    );
    label.append(box, words);
    this.list.before(label);
    // Drafts exclude files, so leaving is confirmed.
    this.input.dispatchEvent(new Event('change', { bubbles: true }));
  }
}

const all = [...document.querySelectorAll<HTMLElement>('[data-upload]')].map(
  (element) => new FileField(element),
);

// Pasted images go to the focused field, or to the only one.
document.addEventListener('paste', (event) => {
  const files = [...(event.clipboardData?.files ?? [])];
  const field = all.find((each) => each.has(event.target)) ?? (all.length === 1 ? all[0] : undefined);
  if (files.length === 0 || !field) return;
  event.preventDefault();
  field.take(files);
});
