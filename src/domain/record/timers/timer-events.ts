// Storage format: change only with an upcast.
import type { Event, EventTypeMap } from '#domain/event.js';

/** ISO 8601 in UTC. */
export interface TimerSchedule {
  /** null: not due. */
  readonly due: string | null;
  readonly first: string | null;
  readonly since: string;
}

export interface TimerState extends TimerSchedule {
  readonly last?: string;
}

export type TimerStates = Readonly<Record<string, TimerState>>;

export type RecordTimersSet = Event<
  'record.timers-set',
  { readonly timers: Readonly<Record<string, TimerSchedule | null>> }
>;

/** passed: its `unless` held. refused: by the record. withheld: overdue when the log was first loaded. */
export type TimerOutcome = 'acted' | 'passed' | 'refused' | 'withheld';

export type RecordTimerFired = Event<
  'record.timer-fired',
  {
    readonly timer: string;
    readonly due: string;
    readonly outcome: TimerOutcome;
    readonly refused?: readonly string[];
  }
>;

export type TimerEvent = RecordTimersSet | RecordTimerFired;

export const isTimerEvent = <E extends { readonly type: string }>(
  event: E | TimerEvent,
): event is TimerEvent => event.type === 'record.timers-set' || event.type === 'record.timer-fired';

export function evolveTimers(timers: TimerStates, event: TimerEvent): TimerStates {
  const after = new Map(Object.entries(timers));
  if (event.type === 'record.timer-fired') {
    const { timer, due } = event.data;
    const before = after.get(timer);
    if (before) after.set(timer, { ...before, due: null, last: due });
    return Object.fromEntries(after);
  }
  for (const [key, set] of Object.entries(event.data.timers)) {
    const last = after.get(key)?.last;
    if (set === null) after.delete(key);
    else after.set(key, { ...set, ...(last !== undefined && { last }) });
  }
  return Object.fromEntries(after);
}

const TIMER = { stream: '<key>.<Entity>-<record>', upcasts: [] } as const;

const FIRED: Readonly<Record<TimerOutcome, (timer: string) => string>> = {
  acted: (timer) => `${timer}, as scheduled`,
  passed: (timer) => `${timer}: not needed any more`,
  refused: (timer) => `${timer}: not possible when it was due`,
  withheld: (timer) => `${timer} skipped: it was already overdue when the history was imported`,
};

export const timerEventTypes: EventTypeMap<TimerEvent> = {
  'record.timers-set': {
    ...TIMER,
    kind: 'bookkeeping',
    when: 'What was written just before sets timers of section 4, or takes them back.',
    title: 'Timers set',
    verbPhrase: 'set timers',
    members: {
      timers: {
        means:
          'timer → when it is `due`, the `first` time it was to be due and `since` when the record was in its state; null: it does not run any more',
        visibility: 'whole',
      },
    },
  },
  'record.timer-fired': {
    ...TIMER,
    kind: 'record',
    when: 'A timer of section 4 was due. What it does stands in the events behind it.',
    title: 'Timer due',
    verbPhrase: 'acted by a timer',
    describe: ({ timer, outcome }, words) => ({
      sentence: (FIRED[outcome as TimerOutcome] ?? FIRED.acted)(words.timer(String(timer))),
    }),
    members: {
      timer: 'name of the timer in section 4',
      due: { means: 'when it was due: an instant', visibility: 'whole' },
      outcome:
        '`acted`, `passed` (its `unless` held), `refused` (by the record), or `withheld` (it was due before the log was met here)',
      refused: { means: 'codes of section 8 that refused it; only where something did', visibility: 'whole' },
    },
  },
};
