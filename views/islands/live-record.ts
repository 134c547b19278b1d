// Island: live record. Says when somebody else changed the record on this page; never reloads by itself, so nothing typed is lost.
import { word } from './words.js';

/** A server-sent event of a record: `data: {"version": 8, "who": "Jonas Weber"}`. */
interface RecordUpdate {
  readonly version?: number;
  readonly who?: string;
}

const place = document.querySelector<HTMLElement>('[data-live]');
if (place?.dataset['live'] !== undefined) listen(place, place.dataset['live']);

function listen(place: HTMLElement, url: string): void {
  const seen = Number(place.dataset['version']);
  const source = new EventSource(url);
  const hear = (event: MessageEvent<string>) => {
    const change = understood(event.data);
    if (change && (change.version ?? seen + 1) > seen) show(place, change.who);
  };
  source.addEventListener('message', hear);
  source.addEventListener('change', hear);
  // A page that is left does not hold its connection: browsers have only six per server.
  addEventListener('pagehide', () => source.close());
  addEventListener('pageshow', (event) => {
    if (event.persisted) location.reload();
  });
}

function understood(data: string): RecordUpdate | undefined {
  try {
    const change: unknown = JSON.parse(data);
    return typeof change === 'object' && change !== null ? change : undefined;
  } catch {
    return undefined;
  }
}

function show(place: HTMLElement, who: string | undefined): void {
  const bar = document.createElement('div');
  bar.className = 'alert alert-info db-live';
  const words = document.createElement('span');
  words.textContent =
    who === undefined ? word('island.somebodyChanged') : word('island.changed', { name: who });
  const link = document.createElement('a');
  link.href = `${location.pathname}${location.search}`;
  link.textContent = word('island.showChanges');
  bar.append(words, link);
  place.replaceChildren(bar);
}
