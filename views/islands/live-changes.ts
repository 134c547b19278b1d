// Never reloads, so that no input is lost.
import { translateIslandMessage } from './island-messages.js';

/** `data: {"version": 8, "who": "Jonas Weber"}` of a record, `data: {"text": "3 new events"}` of a list. */
interface Update {
  readonly version?: number;
  readonly who?: string;
  readonly text?: string;
}

const place = document.querySelector<HTMLElement>('[data-live]');
if (place?.dataset['live'] !== undefined) listen(place, place.dataset['live']);

function listen(place: HTMLElement, url: string): void {
  const version = Number(place.dataset['version']);
  const source = new EventSource(url);
  const hear = (event: MessageEvent<string>) => {
    const change = understood(event.data);
    if (change && (change.version ?? version + 1) > version) show(place, change);
  };
  source.addEventListener('message', hear);
  source.addEventListener('change', hear);
  // Browsers allow six connections per server, so the hidden page closes its own.
  addEventListener('pagehide', () => source.close());
  addEventListener('pageshow', (event) => {
    if (event.persisted) location.reload();
  });
}

function understood(data: string): Update | undefined {
  try {
    const change: unknown = JSON.parse(data);
    return typeof change === 'object' && change !== null ? change : undefined;
  } catch {
    return undefined;
  }
}

function show(place: HTMLElement, { who, text }: Update): void {
  const bar = document.createElement('div');
  bar.className = 'alert alert-info db-live';
  const words = document.createElement('span');
  words.textContent =
    text ??
    (who === undefined
      ? translateIslandMessage('island.somebodyChanged')
      : translateIslandMessage('island.changed', { name: who }));
  const link = document.createElement('a');
  link.href = `${location.pathname}${location.search}`;
  link.textContent = translateIslandMessage(text === undefined ? 'island.showChanges' : 'island.showNew');
  bar.append(words, link);
  place.replaceChildren(bar);
}
