import type { event as en } from '../en/event.js';

export const event: Record<keyof typeof en, string> = {
  'event.title': 'Ereignis {position, number}',
  'event.stream': 'Stream',
  'event.version': 'Version im Stream',
  'event.id': 'Ereignis-ID',
  'event.correlation': 'Korrelation',
  'event.cause': 'Ausgelöst durch',
  'event.causes': 'Ursachen und Folgen',
  'event.causesOf':
    'Vom ersten bekannten Auslöser bis zu allem, was folgte, auch an anderen Vorgängen. Was in einem Schritt folgt, steht unter dem, womit er begann.',
  'event.noCauses': 'Weder eine Ursache noch eine Folge ist verzeichnet, von internen Ereignissen abgesehen.',
  'event.causesCut': 'Es folgte mehr: Dies sind die ersten 200.',
  'event.here': 'dieses Ereignis',
  'event.stored': 'Wie gespeichert',
  'event.leftOut': 'Ausgelassen, weil Sie es nicht sehen dürfen, ob etwas da ist oder nicht: {paths}.',
  'event.erased': 'Gelöscht, niemand kann es lesen: {paths}.',
  'event.unreadable': 'Nicht gelöscht, aber nicht lesbar, bis der Schlüssel wieder da ist: {paths}.',
  'event.damaged': 'Beschädigt, so gespeichert nicht lesbar: {paths}.',
  'event.json': 'Das Ereignis als JSON',
  'event.before': 'Ereignis davor',
  'event.after': 'Ereignis danach',
};
