// Never reloads, so that no input is lost.
import { translateIslandMessage } from './island-messages.js';
import { RESULTS_REPLACED } from './results-replaced.js';

/** `data: {"version": 8}` of a record, `data: {"text": "3 new events"}` of a list. */
interface Update {
  readonly version?: number;
  readonly text?: string;
}

let source: EventSource | undefined;
let heard = '';

listen();
// Filters that act in place lead to another list.
document.addEventListener(RESULTS_REPLACED, listen);
// Browsers allow six connections per server, so the hidden page closes its own.
addEventListener('pagehide', () => source?.close());
addEventListener('pageshow', (event) => {
  if (event.persisted) location.reload();
});

function listen(): void {
  const place = document.querySelector<HTMLElement>('[data-live]');
  const url = place?.dataset['live'] ?? '';
  if (url === heard) return;
  source?.close();
  heard = url;
  if (!place || url === '') return;
  source = new EventSource(url);
  const hear = (event: MessageEvent<string>) => {
    const version = Number(place.dataset['version']);
    const change = understood(event.data);
    if (change && (change.version ?? version + 1) > version) show(place, change);
  };
  source.addEventListener('message', hear);
  source.addEventListener('change', hear);
}

function understood(data: string): Update | undefined {
  try {
    const change: unknown = JSON.parse(data);
    return typeof change === 'object' && change !== null ? change : undefined;
  } catch {
    return undefined;
  }
}

function show(place: HTMLElement, { text }: Update): void {
  const bar = document.createElement('div');
  bar.className = 'alert alert-info db-live';
  const words = document.createElement('span');
  words.textContent = text ?? translateIslandMessage('island.somebodyChanged');
  const link = document.createElement('a');
  link.href = `${location.pathname}${location.search}`;
  link.textContent = translateIslandMessage(text === undefined ? 'island.showChanges' : 'island.showNew');
  bar.append(words, link);
  place.replaceChildren(bar);
}
