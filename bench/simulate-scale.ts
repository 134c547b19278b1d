// How Daybook grows, computed: a simulation over service times that were measured on one machine. `npm run bench -- --scale`.
import { formatTextTable } from '../src/platform/format-text-table.js';
import { type Behaviour, type Outcome, type Setup, simulate } from './daybook-model.js';
import { recordedTimes, type ServiceTimes } from './service-times.js';

/** Assumed: somebody who works with it looks at a page for twenty seconds, and every fifth click changes something. */
const BEHAVIOUR: Behaviour = { thinking: 20_000, commands: 0.2, eventsPerCommand: 1.2 };
const DOCUMENT_CORES = 4;
const PEOPLE = [1, 10, 100, 1_000, 3_000, 10_000];
const WEB_PROCESSES = [1, 2, 4, 8, 16, 32];

export function simulateScale({ quick }: { readonly quick: boolean }): void {
  const { date, machine, times, from } = recordedTimes();
  console.log(`\nComputed from service times of ${date}, ${machine} (bench/service-times.json):`);
  for (const [name, origin] of Object.entries(from)) console.log(`  ${name}: ${origin}`);
  console.log(
    `Assumed: ${BEHAVIOUR.thinking / 1000} s between clicks, ${BEHAVIOUR.commands * 100} % of clicks are commands, ` +
      `${BEHAVIOUR.eventsPerCommand} events each, MongoDB on ${DOCUMENT_CORES} cores; times are exponential.`,
  );
  console.log('\nWhat each part can do at most, alone');
  console.log(
    formatTextTable(
      ['part', 'ms a click', 'clicks per s', 'people at once', 'events per s'],
      capacities(times),
    ),
  );
  const run = quick ? { duration: 20_000, warmUp: 10_000 } : { duration: 60_000, warmUp: 40_000 };
  const show = (setups: readonly Setup[]) => {
    const rows = setups.map((setup) => row(setup, simulate(times, BEHAVIOUR, setup, { ...run, seed: 1 })));
    console.log(formatTextTable(HEADINGS, rows));
  };
  const setup = { documentCores: DOCUMENT_CORES, partitions: 1 };
  console.log('\nPeople at once and web processes, one process that builds read models');
  show(
    PEOPLE.flatMap((people) =>
      WEB_PROCESSES.filter((webProcesses) => webProcesses === 1 || people >= 300 * webProcesses).map(
        (webProcesses) => ({ ...setup, people, webProcesses }),
      ),
    ),
  );
  console.log('\nThe same ten thousand people, and more processes that build read models');
  show([1, 2, 4].map((partitions) => ({ ...setup, people: 10_000, webProcesses: 32, partitions })));
}

const HEADINGS = [
  'people',
  'web',
  'build',
  'pages/s',
  'commands/s',
  'web busy',
  'log',
  'build',
  'MongoDB',
  'page p50 ms',
  'p95',
  'p99',
  'command and its page p50 ms',
  'p95',
  'p99',
  'own write p95',
  'behind',
];

function row({ people, webProcesses, partitions }: Setup, outcome: Outcome): string[] {
  const share = (of: number) => `${Math.round(100 * of)}%`;
  const { utilisation, page, command, ownWrite } = outcome;
  return [
    people.toLocaleString('en'),
    String(webProcesses),
    String(partitions),
    outcome.pages.toFixed(1),
    outcome.commands.toFixed(1),
    share(utilisation.web),
    share(utilisation.log),
    share(utilisation.projections),
    share(utilisation.documents),
    ...[page.p50, page.p95, page.p99, command.p50, command.p95, command.p99, ownWrite.p95].map((ms) =>
      Number.isNaN(ms) ? '' : ms.toFixed(0),
    ),
    Number.isNaN(ownWrite.p95) ? '' : share(outcome.behind),
  ];
}

/** What a click costs each part (a command counts with the page after it), and what that part can bear. */
function capacities(times: ServiceTimes, behaviour = BEHAVIOUR): string[][] {
  const { commands, eventsPerCommand, thinking } = behaviour;
  const events = commands * eventsPerCommand;
  const costs: [string, number, number][] = [
    ['a web process', times.web.page + commands * times.web.command + events * times.web.follow, 1],
    ['EventStoreDB’s leader', commands * times.log.read + events * times.log.append, 1],
    ['a process that builds read models', events * times.projections.event, 1],
    ['MongoDB’s primary', times.documents.page + events * times.documents.event, DOCUMENT_CORES],
  ];
  return costs.map(([part, cost, servers]) => {
    const most = (1000 * servers) / cost;
    return [
      part,
      cost.toFixed(3),
      most.toFixed(0),
      Math.floor((most * thinking) / 1000).toLocaleString('en'),
      (most * events).toFixed(0),
    ];
  });
}
