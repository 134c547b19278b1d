// Single keys can be disabled for speech and switch input (WCAG 2.1.4).
import { ACCOUNT_PATH } from '../addresses.js';
import { basePath } from './base-path.js';
import { isIslandMessageId, translateIslandMessage, type IslandMessageId } from './island-messages.js';

/**
 * Localized keys use message ids. `on`: required target. `does` undefined: activates the link, which describes it.
 */
type Keys = readonly (readonly [keys: readonly string[], does: IslandMessageId | undefined, on?: string])[];

type AccountWords = 'island.keysInAccount' | 'island.keysOff';

const WITH_MODIFIER: Keys = [
  [['island.pressSearch', '⌘+K'], 'island.keySearch'],
  [['island.pressSend', 'island.pressSendOnMac'], 'island.keySend'],
];
const ROWS = 'main .db-row-link';
const EDIT = 'a[data-key=e]';
const CREATE = 'a[data-key=c]';

const SINGLE: Keys = [
  [['/'], 'island.keySearch'],
  [['j', 'k'], 'island.keyRows', ROWS],
  [['e'], undefined, EDIT],
  [['c'], undefined, CREATE],
  [['?'], 'island.keyHelp'],
];

export function registerKeyboardShortcuts(search: HTMLInputElement, suggest: () => void): void {
  const find = () => {
    search.focus();
    search.select();
    suggest();
  };
  const hasSingleKeys = search.dataset['singleKeys'] !== 'off';
  const dialog = hasSingleKeys
    ? keysDialog([...SINGLE, ...WITH_MODIFIER], 'island.keysInAccount')
    : keysDialog(WITH_MODIFIER, 'island.keysOff');
  const actions: Readonly<Partial<Record<string, () => unknown>>> = {
    '/': find,
    '?': () => dialog.showModal(),
    j: () => move(1),
    k: () => move(-1),
    e: () => document.querySelector<HTMLElement>(EDIT)?.click(),
    c: () => document.querySelector<HTMLElement>(CREATE)?.click(),
  };
  document.addEventListener('keydown', (event) => {
    const isTaken =
      event.defaultPrevented || event.isComposing || document.querySelector('dialog[open]') !== null;
    const action = isTaken ? undefined : isSearchKey(event) ? find : (sendKey(event) ?? singleKey(event));
    if (!action) return;
    event.preventDefault();
    action();
  });

  const singleKey = ({
    key,
    ctrlKey,
    metaKey,
    altKey,
    target,
  }: KeyboardEvent): (() => unknown) | undefined =>
    ctrlKey || metaKey || altKey || isTyped(target) || !hasSingleKeys ? undefined : actions[key];
}

function sendKey({ key, ctrlKey, metaKey, altKey, target }: KeyboardEvent): (() => void) | undefined {
  if (key !== 'Enter' || ctrlKey === metaKey || altKey || !(target instanceof Element)) return undefined;
  const button = target.closest('form')?.querySelector<HTMLButtonElement>('button.btn-primary[type=submit]');
  return button ? () => button.click() : undefined;
}

const isSearchKey = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean =>
  key.toLowerCase() === 'k' && ctrlKey !== metaKey && !altKey;

const isTyped = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'));

function move(by: number): void {
  const rows = [...document.querySelectorAll<HTMLElement>(ROWS)];
  const at = rows.indexOf(document.activeElement as HTMLElement);
  rows[at < 0 ? 0 : Math.min(rows.length - 1, Math.max(0, at + by))]?.focus();
}

function keysDialog(keys: Keys, account: AccountWords): HTMLDialogElement {
  const dialog = document.createElement('dialog');
  dialog.className = 'db-keys';
  dialog.setAttribute('aria-labelledby', 'keys-title');
  const title = document.createElement('h2');
  title.id = 'keys-title';
  title.textContent = translateIslandMessage('island.keys');
  const list = document.createElement('dl');
  for (const [same, does, on] of keys) {
    const target = on === undefined ? null : document.querySelector(on);
    if (on !== undefined && !target) continue;
    const term = document.createElement('dt');
    for (const key of same)
      term.append(
        Object.assign(document.createElement('kbd'), {
          textContent: isIslandMessageId(key) ? translateIslandMessage(key) : key,
        }),
        ' ',
      );
    list.append(
      term,
      Object.assign(document.createElement('dd'), {
        textContent: does === undefined ? target?.textContent : translateIslandMessage(does),
      }),
    );
  }
  const close = Object.assign(document.createElement('button'), {
    type: 'button',
    className: 'btn',
    textContent: translateIslandMessage('island.close'),
  });
  close.addEventListener('click', () => dialog.close());
  dialog.append(title, list, accountLink(account), close);
  document.body.append(dialog);
  const menu = document.getElementById('person-menu');
  const open = Object.assign(document.createElement('button'), {
    type: 'button',
    className: 'btn btn-link w-100',
    textContent: title.textContent,
  });
  open.addEventListener('click', () => {
    menu?.hidePopover();
    dialog.showModal();
  });
  menu?.querySelector('form[data-ends]')?.before(open);
  return dialog;
}

function accountLink(words: AccountWords): HTMLParagraphElement {
  const paragraph = Object.assign(document.createElement('p'), { className: 'form-hint' });
  paragraph.append(
    Object.assign(document.createElement('a'), {
      href: `${basePath}${ACCOUNT_PATH}`,
      textContent: translateIslandMessage(words),
    }),
  );
  return paragraph;
}
