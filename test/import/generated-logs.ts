// As help desks, hospitals and banks write them; the same for the same seed.
import { documentOf } from '../specification/documents.js';
import { DESK } from './importing.js';

export interface GeneratedLog {
  readonly xes: string;
  readonly specification: string;
  readonly into: { readonly application: string; readonly entity: string };
}

/** Mulberry32. */
function dice(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const PEOPLE = [
  'Ada Kovač',
  'Łukasz Żak',
  '山田太郎',
  'محمد علي',
  'Σοφία Παππά',
  'Value 2',
  'N&N',
  `${'Long '.repeat(30)}Name`,
];
const WORDS = [
  'printer',
  'Drucker',
  'プリンター',
  'طابعة',
  'naïve “quotes”',
  "it's <b>",
  '👩‍🔬 laboratory',
  'x'.repeat(900),
];
const ZONES = ['Z', '+01:00', '-05:30', '+13:45'];

const escaped = (text: string) => text.replace(/[&<>"\n]/g, (sign) => `&#${sign.codePointAt(0)};`);
const attribute = (type: string, key: string, value: string, inside = '') =>
  inside === ''
    ? `<${type} key="${escaped(key)}" value="${escaped(value)}"/>`
    : `<${type} key="${escaped(key)}" value="${escaped(value)}">${inside}</${type}>`;

class Log {
  private readonly traces: string[] = [];
  private readonly roll: () => number;
  private now = Date.UTC(1968, 0, 1);

  constructor(seed: number) {
    this.roll = dice(seed);
  }

  pick<T>(from: readonly T[]): T {
    return from[Math.floor(this.roll() * from.length)]!;
  }

  chance(of: number): boolean {
    return this.roll() < of;
  }

  /** Sometimes before the preceding step's time. */
  private time(): string {
    this.now += Math.floor(this.roll() * 40 * 86_400_000) - (this.chance(0.2) ? 20 * 86_400_000 : 0);
    const zone = this.pick(ZONES);
    const [, sign, hours = '0', minutes = '0'] = /([+-])(\d\d):(\d\d)/.exec(zone) ?? [];
    const offset = (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
    return new Date(this.now + offset).toISOString().replace('Z', zone);
  }

  event(activity: string, transition?: string): string {
    const inside = this.chance(0.3) ? attribute('string', 'nested', this.pick(WORDS)) : '';
    return [
      '<event>',
      attribute('string', 'concept:name', activity),
      attribute('date', 'time:timestamp', this.time()),
      this.chance(0.8) ? attribute('string', 'org:resource', this.pick(PEOPLE)) : '',
      transition === undefined ? '' : attribute('string', 'lifecycle:transition', transition),
      attribute('string', 'note', this.pick(WORDS), inside),
      this.chance(0.3) ? attribute('string', 'handed to', this.pick(PEOPLE)) : '',
      this.chance(0.2)
        ? `<list key="items"><values>${attribute('int', 'one', '1')}${attribute('float', 'two', '2.5E0')}</values></list>`
        : '',
      this.chance(0.2) ? attribute('string', 'room', '1') + attribute('string', 'room', '2') : '',
      '</event>',
    ].join('\n');
  }

  trace(name: string, events: readonly string[], more = ''): void {
    this.traces.push(
      `<trace>\n${attribute('string', 'concept:name', name)}${more}\n${events.join('\n')}\n</trace>`,
    );
  }

  xes(head = ''): string {
    return `<?xml version="1.0" encoding="UTF-8"?>\n<log xes.version="1.0">\n<extension name="Time" prefix="time" uri="x"/>\n<global scope="event">${attribute('string', 'concept:name', '?')}</global>\n${head}\n${this.traces.join('\n')}\n</log>\n`;
  }
}

/** Repeated names, people in every script, free texts. */
export function helpdesk(cases: number): GeneratedLog {
  const log = new Log(1);
  for (let index = 0; index < cases; index++) {
    const middle = Array.from({ length: Math.floor(index % 4) }, () => log.event('Take in charge'));
    const name = `Ticket ${log.chance(0.1) ? 'again' : index} ${log.pick(WORDS).slice(0, 30)}`;
    log.trace(name, [log.event('Assign seriousness'), ...middle.slice(0, 1), log.event('Closed')]);
  }
  return { xes: log.xes(), specification: DESK, into: { application: 'desk', entity: 'Ticket' } };
}

const document = (key: string, entity: string, fields: string, lifecycle: string): string =>
  documentOf({
    1: `key: ${key}\nname: ${entity}s\ntimeZone: Europe/Berlin`,
    3: `entities:\n  ${entity}:\n    fields:\n${fields}`,
    4: `lifecycles:\n  ${entity}:\n${lifecycle}`,
  });

/** Treatments with lifecycle transitions, as the classifier declares; nested diagnoses. */
export function hospital(cases: number): GeneratedLog {
  const log = new Log(2);
  const steps = ['schedule', 'start', 'suspend', 'resume', 'complete'];
  for (let index = 0; index < cases; index++) {
    const events = steps
      .filter((step) => step === 'complete' || log.chance(0.7))
      .map((step) => log.event('Röntgen: Thorax', step));
    const born = attribute('date', 'born', `19${10 + (index % 80)}-05-06T07:08:09.5+02:00`);
    const diagnosis = attribute(
      'string',
      'diagnosis',
      `D${index}`,
      attribute('string', 'secondary', log.pick(WORDS)),
    );
    log.trace(`00${index}`, events, born + diagnosis);
  }
  const xes = log.xes('<classifier name="Activity classifier" keys="concept:name lifecycle:transition"/>');
  const alias = (step: string) => `alias: "Röntgen: Thorax+${step}"`;
  const lifecycle = `    states: [waiting, done]
    actions:
      plan: { from: '*', ${alias('schedule')} }
      start: { from: '*', ${alias('start')} }
      pause: { from: '*', ${alias('suspend')} }
      goOn: { from: '*', ${alias('resume')} }
      finish: { title: "Röntgen: Thorax", from: waiting, to: done }
`;
  const fields = `      name: { type: text, alias: "concept:name", unique: true }
      born: { type: date }
      diagnosis: { type: text }
`;
  return {
    xes,
    specification: document('ward', 'Stay', fields, lifecycle),
    into: { application: 'ward', entity: 'Stay' },
  };
}

/** Amounts in every notation of XML Schema, many steps, some without a person. */
export function bank(cases: number): GeneratedLog {
  const log = new Log(3);
  const amounts = ['1.5E4', '20000', '0.5', '7.', '-12.25', '1e3'];
  for (let index = 0; index < cases; index++) {
    const events = Array.from({ length: 3 + (index % 20) }, () =>
      log.event(log.pick(['O_Sent', 'W_Call', 'A_Check'])),
    );
    log.trace(
      `Application_${index}`,
      events,
      attribute('float', 'RequestedAmount', amounts[index % amounts.length]!),
    );
  }
  const lifecycle = `    states: [open]
    actions:
      sent: { from: open, alias: O_Sent }
      call: { from: open, alias: W_Call, ask: [note] }
      check: { from: open, alias: A_Check }
`;
  const fields = `      name: { type: text, alias: "concept:name" }
      amount: { type: decimal, places: 2, alias: RequestedAmount }
      note: { type: text }
`;
  return {
    xes: log.xes(),
    specification: document('bank', 'Loan', fields, lifecycle),
    into: { application: 'bank', entity: 'Loan' },
  };
}
