import { translateIslandMessage, type IslandMessageId } from './island-messages.js';

/** Above the numbers used by the server. */
export const FIRST_UPLOAD_NUMBER = 2_000;

interface Answer {
  readonly reference?: string;
  readonly size?: number;
  readonly title?: string;
  readonly detail?: string;
}

export function acceptDroppedFiles(element: HTMLElement, take: (files: readonly File[]) => void): void {
  element.addEventListener('dragover', (event) => {
    if (!event.dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    element.classList.add('db-drop');
  });
  for (const type of ['dragleave', 'drop'])
    element.addEventListener(type, () => element.classList.remove('db-drop'));
  element.addEventListener('drop', (event) => {
    const files = [...(event.dataTransfer?.files ?? [])];
    if (files.length === 0) return;
    event.preventDefault();
    take(files);
  });
}

/** undefined: refused, with the reason in `list`. `href`: file name appended. */
export async function uploadFile(href: string, file: File, list: HTMLElement): Promise<string | undefined> {
  const line = createElement('p', 'db-upload');
  const progress = createElement('progress', '');
  progress.setAttribute('aria-label', file.name);
  line.append(
    createElement('span', '', `${file.name} `),
    createElement('span', 'db-file-size', formatFileSize(file.size)),
    progress,
  );
  list.append(line);
  const answer = await post(`${href}&name=${encodeURIComponent(file.name)}`, file, (part) =>
    progress.setAttribute('value', String(part)),
  );
  progress.remove();
  if (answer.reference === undefined) refuse(line, file, answer);
  else line.remove();
  return answer.reference;
}

function refuse(line: HTMLElement, file: File, { title, detail }: Answer): void {
  line.className = 'db-errors';
  line.textContent = `${file.name}: ${[title ?? translateIslandMessage('island.notUploaded'), detail].filter(Boolean).join(' ')}`;
}

const PROXY_REFUSALS: Readonly<Partial<Record<number, IslandMessageId>>> = {
  413: 'island.tooLargeForProxy',
};

/** Resolves to an empty answer on failure. `onProgress`: 0 to 1. */
function post(url: string, file: File, onProgress: (part: number) => void): Promise<Answer> {
  const request = new XMLHttpRequest();
  return new Promise((resolve) => {
    request.upload.addEventListener('progress', ({ loaded, total }) =>
      onProgress(total === 0 ? 1 : loaded / total),
    );
    request.addEventListener('loadend', () => {
      try {
        resolve(JSON.parse(request.responseText) as Answer);
      } catch {
        // Not by Daybook, which answers in JSON.
        const message = PROXY_REFUSALS[request.status];
        resolve(message ? { title: translateIslandMessage(message) } : {});
      }
    });
    request.open('POST', url);
    request.setRequestHeader('Accept', 'application/json');
    request.setRequestHeader('Content-Type', 'application/octet-stream');
    request.send(file);
  });
}

/** `1.2 MB` */
export function formatFileSize(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB'];
  const power = Math.min(units.length - 1, Math.floor(Math.log(Math.max(bytes, 1)) / Math.log(1024)));
  const value = bytes / 1024 ** power;
  return `${value >= 10 || power === 0 ? Math.round(value) : value.toFixed(1)} ${units[power]}`;
}

export function createElement<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  className: string,
  text = '',
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name);
  element.className = className;
  element.textContent = text;
  return element;
}
