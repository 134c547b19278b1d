// DESIGN.md §2 as data: which folder may import from which.
export interface Arrow {
  readonly folder: string;
  /** Besides itself. */
  readonly may: readonly string[];
  /** undefined: any. */
  readonly modules?: readonly string[];
  readonly why: string;
}

const TYPES = ['src/specification/(model/(specification|stored-value|tones)|values/)'];
const EVENT_TYPES = [
  ...TYPES,
  'src/domain/(event|stream-names|command)\\.ts',
  'src/domain/event-types\\.ts',
  'src/domain/.+-events\\.ts',
  // Read model and decisions must agree on which sessions are over.
  'src/domain/user/ended-sessions\\.ts',
  'src/domain/user/notice-ways\\.ts',
  // And on which roles groups gave.
  'src/domain/user/linked-identities\\.ts',
  'src/domain/record/lifecycle/(times-in-states|trace)\\.ts',
];
/** Knows nothing of Daybook. */
const PLATFORM = ['src/platform/'];
const EVENT_STORE_PORT = ['src/event-store/(event-store|canonical-json|append-tracing)\\.ts'];
const PERSONAL_DATA = ['src/event-store/personal-data/personal-data\\.ts'];
/** Its own files are the port and engine-independent code; its folders are the engines. */
const FILE_STORE = ['src/event-store/files/[^/]+\\.ts'];
/** A field type decides whether its values are sorted and searched. */
const FIELD_TYPES = ['src/specification/field-types/find-field-type\\.ts'];
/** Searches, choices and scripts compare texts alike. */
const FOLD = ['src/specification/values/fold-text\\.ts'];
const PORTS = [...EVENT_STORE_PORT, ...PERSONAL_DATA, 'projections/port/'];
const COMMANDS = [
  'src/domain/.+-commands\\.ts',
  'src/domain/(command|refusal|create-reason)\\.ts',
  'src/command-handling/',
  'src/ports/',
  'src/specification/',
];

/** Background workers use commands, the log, and read models. */
const IN_BACKGROUND = [
  ...EVENT_TYPES,
  ...COMMANDS,
  ...PORTS,
  ...PLATFORM,
  'projections/(lease/|running-projections\\.ts)',
  'projections/read-models/',
  'src/installation/(wait-until-projections-caught-up|installation|ports\\.module)\\.ts',
  'src/domain/(permissions|erasure-events)\\.ts',
];

export const ARROWS: readonly Arrow[] = [
  {
    folder: 'src/platform',
    may: [],
    why: 'What the machine and its drivers need in every process, whatever is run on them.',
  },
  {
    folder: 'src/configuration',
    may: [],
    why: 'What an installation is told from outside is read before anything of it is opened.',
  },
  {
    folder: 'src/specification',
    may: [],
    why: 'A document is checked without anything else running. What it needs from elsewhere comes in as an argument.',
  },
  {
    folder: 'src/domain',
    may: ['src/specification/'],
    modules: ['temporal-polyfill', 'unhomoglyph'],
    why: 'The domain is pure: clock, ids and look-ups come in as arguments, the rest is the handlers’.',
  },
  {
    folder: 'src/ports',
    may: ['src/domain/', 'src/specification/'],
    modules: [],
    why: 'What commands and queries ask of the application: the clock, published specifications, look-ups, checks of documents.',
  },
  {
    folder: 'src/command-handling',
    may: [
      'src/domain/',
      'src/ports/',
      'src/specification/',
      ...EVENT_STORE_PORT,
      ...PERSONAL_DATA,
      ...FILE_STORE,
      ...PLATFORM,
    ],
    why: 'Handlers read, fold, decide and append; what they look up elsewhere is a port in src/ports.',
  },
  {
    folder: 'src/event-store',
    may: [...EVENT_TYPES, ...PLATFORM],
    why: 'The log knows events, not what they mean.',
  },
  {
    folder: 'projections',
    may: [...EVENT_TYPES, ...PORTS, ...PLATFORM, ...FIELD_TYPES, ...FOLD],
    why: 'A read model is a fold of events: it may not ask the domain, the web or the specification.',
  },
  {
    folder: 'src/query-handling',
    may: [
      'src/domain/',
      'src/specification/',
      'projections/',
      ...PERSONAL_DATA,
      ...FILE_STORE,
      ...PLATFORM,
      'src/ports/',
    ],
    why: 'Queries show read models as one person may see them; they write nothing.',
  },
  {
    folder: 'views',
    may: [
      ...TYPES,
      ...FOLD,
      'src/specification/(numbers/|memoize\\.ts)',
      'projections/.+-(document|entry)\\.ts',
    ],
    why: 'Pages are props in, HTML out: what a page needs is looked up before, in src/web.',
  },
  {
    folder: 'src/identity',
    may: [
      ...PLATFORM,
      ...EVENT_TYPES,
      ...PORTS,
      ...COMMANDS,
      'src/domain/acting-program\\.ts',
      'src/domain/user/(sign-in-pause|one-time-link|password-policy|second-factor-state|provider-roles|provider-sessions|user-names)\\.ts',
      'src/domain/sign-in-rules/',
      'projections/read-models/(identities|people|tokens)/',
      'src/query-handling/',
    ],
    why: 'Sign-in knows people through read models and commands only.',
  },
  {
    folder: 'src/web',
    may: [
      ...COMMANDS,
      ...EVENT_TYPES,
      'src/domain/specification/specification-refused-error\\.ts',
      'src/domain/user/second-factor-state\\.ts',
      'src/domain/(record/|(evaluate-expressions|permissions|create-reason)\\.ts)',
      'projections/.+-(document|entry)\\.ts',
      'src/query-handling/',
      'src/identity/',
      'src/application-archive/(application-exporter|archive-refused|refuse-archive|people-table|refusal-words/archive-reason)\\.ts',
      'src/application-imports/(application-imports?|application-imports\\.module)\\.ts',
      'src/export-check/',
      'views/',
      ...PORTS,
      ...PLATFORM,
    ],
    why: 'The web sends commands, asks queries and renders views; it never touches an engine.',
  },
  {
    folder: 'src/installation',
    may: [
      ...EVENT_TYPES,
      ...PLATFORM,
      'src/(configuration|event-store|query-handling|specification)/',
      'src/ports/',
      'projections/',
    ],
    why: 'Opens what is behind the ports, and watches over it: it knows every engine, and neither commands nor pages.',
  },
  {
    folder: 'src/background',
    may: IN_BACKGROUND,
    why: 'What every background worker has in common: a lease, a watermark in the log, a loop, and items that failed.',
  },
  {
    folder: 'src/outbox',
    may: [...IN_BACKGROUND, 'src/background/', 'src/domain/call/'],
    why: 'Sends the calls and mails that the log asks for.',
  },
  {
    folder: 'src/timers',
    may: [...IN_BACKGROUND, 'src/background/', 'src/domain/record/timers/'],
    why: 'Fires the timers that the log set.',
  },
  {
    folder: 'src/erasures',
    may: [...IN_BACKGROUND, 'src/background/', 'src/installation/key-consistency\\.ts'],
    why: 'Finishes erasures that were begun.',
  },
  {
    folder: 'src/upgrades',
    may: [...IN_BACKGROUND, 'src/background/'],
    why: 'Brings records under the newest version of their specification.',
  },
  {
    folder: 'src/import',
    may: [...EVENT_TYPES, ...COMMANDS, ...PLATFORM, 'src/domain/(evaluate-expressions\\.ts|record/|user/)'],
    why: 'Reads event logs and makes commands of them.',
  },
  {
    folder: 'src/demo',
    may: [
      ...EVENT_TYPES,
      ...COMMANDS,
      ...PLATFORM,
      ...EVENT_STORE_PORT,
      'src/domain/permissions\\.ts',
      'src/configuration/',
      'src/import/',
      'src/installation/',
    ],
    why: 'The examples, their people and their order system.',
  },
  {
    folder: 'src/log-copy',
    may: ['src/domain/', 'src/event-store/', 'src/configuration/', 'src/installation/', ...PLATFORM],
    why: 'Copies a log and its files as they are stored: what they mean is of no concern.',
  },
  {
    folder: 'src/backup',
    may: [
      'src/domain/',
      'src/event-store/',
      'src/configuration/',
      'src/installation/',
      'src/log-copy/',
      ...PLATFORM,
    ],
    why: 'Copies everything an installation keeps, and puts it back.',
  },
  {
    folder: 'src/application-archive',
    may: [
      'src/domain/',
      'src/event-store/',
      'src/ports/',
      'src/specification/',
      'src/command-handling/pipeline/command-digests\\.ts',
      'src/log-copy/(batch-appends|read-log-range)\\.ts',
      'projections/read-models/people/',
      'src/installation/(installation|ports\\.module)\\.ts',
      ...PLATFORM,
    ],
    why: 'Writes one application into an archive, and takes one over from another installation.',
  },
  {
    folder: 'src/application-imports',
    may: [...IN_BACKGROUND, ...FILE_STORE, 'src/background/', 'src/application-archive/'],
    why: 'Receives archives from pages, and imports them in the background.',
  },
  {
    folder: 'src/export-check',
    may: [
      ...EVENT_TYPES,
      ...EVENT_STORE_PORT,
      'src/event-store/files/(clean-file-name|receive-file)\\.ts',
      'src/command-handling/timeline-export/derive-export-id\\.ts',
      'src/installation/(installation|ports\\.module)\\.ts',
    ],
    why: 'Says whether a file is one that the timeline exported, for pages and the command line.',
  },
  {
    folder: 'src/replay',
    may: [
      ...EVENT_TYPES,
      ...PLATFORM,
      'projections/',
      'src/(configuration|event-store|installation|query-handling|specification)/',
    ],
    why: 'Rebuilds read models in processes of their own.',
  },
  {
    folder: 'src/status',
    may: [
      ...EVENT_TYPES,
      ...PLATFORM,
      'projections/',
      'src/(command-handling|configuration|event-store|installation|query-handling|specification)/',
    ],
    why: 'Examines an installation without changing it.',
  },
  {
    folder: 'src/start-up',
    may: [
      ...COMMANDS,
      ...PLATFORM,
      'projections/lease/',
      'src/(background|configuration|demo|identity|installation)/',
    ],
    why: 'What the application does once after it was started.',
  },
  {
    folder: 'src/telemetry',
    may: [
      ...EVENT_TYPES,
      ...PLATFORM,
      'src/domain/process-manager/process-manager-commands\\.ts',
      'src/configuration/telemetry-settings\\.ts',
      'src/installation/(installation|ports\\.module)\\.ts',
      'src/query-handling/calls/stuck-process-items\\.ts',
      'projections/(lease|read-models)/',
    ],
    why: 'Starts the SDK of OpenTelemetry, and measures the state of an installation; counts are taken where they happen.',
  },
  {
    folder: 'src/cli',
    may: ['src/', 'projections/'],
    why: 'Parses command lines and prints; nothing but main.ts asks for a command.',
  },
  {
    folder: 'bench',
    may: ['src/', 'projections/', 'views/', 'test/engines/'],
    why: 'Measures the whole from outside.',
  },
];

/** Threads and child processes load no more than they need. */
export const APART: readonly Arrow[] = [
  {
    folder: 'src/event-store/files',
    may: [...PLATFORM],
    why: 'Bytes are kept by where they lie: what they are and who may see them is said elsewhere.',
  },
  {
    folder: 'src/installation/document-checks',
    may: ['src/specification/', 'src/ports/', ...PLATFORM],
    why: 'Checks documents in a thread of its own, which loads no more than it needs.',
  },
  {
    folder: 'src/installation/file-checks',
    may: ['src/(configuration|event-store)/', 'src/installation/installation\\.ts', ...PLATFORM],
    why: 'Looks for damage in files: their events and read models mean nothing to it.',
  },
];

const FROM_OUTSIDE = [...EVENT_TYPES, ...EVENT_STORE_PORT, ...PERSONAL_DATA, ...PLATFORM];
const inside = (...rooms: string[]) => [...FROM_OUTSIDE, ...rooms.map((room) => `projections/${room}/`)];

/** Own files lie below the folders: folder → those below it. */
export interface Layers {
  readonly room: string;
  readonly folders: Readonly<Record<string, readonly string[]>>;
  /** Files that assemble the room, above its folders. */
  readonly above: readonly string[];
}

export const LAYERS: readonly Layers[] = [
  {
    room: 'src/specification',
    folders: {
      model: [],
      numbers: ['model'],
      values: ['model', 'numbers'],
      document: ['model', 'values'],
      'working-time': ['model', 'values'],
      'built-in-errors': ['model'],
      'refusal-words': ['built-in-errors', 'model', 'values'],
      'field-types': ['built-in-errors', 'model', 'numbers', 'refusal-words', 'values'],
      cel: ['document', 'field-types', 'model', 'refusal-words', 'values', 'working-time'],
      sections: [
        'cel',
        'document',
        'built-in-errors',
        'field-types',
        'model',
        'refusal-words',
        'values',
        'working-time',
      ],
      comparison: ['field-types', 'model', 'values'],
      upgrade: ['document', 'field-types', 'model', 'sections', 'values'],
      naming: ['cel', 'comparison', 'document', 'field-types', 'model', 'sections', 'upgrade', 'values'],
    },
    above: [
      'assemble-specification.ts',
      'check-cache.ts',
      'check-document.ts',
      'compare-documents.ts',
      'current-title.ts',
      'json-schema.ts',
      'max-text-length.ts',
      'collect-declarations.ts',
      'serialize-for-worker.ts',
      'unsupported-features.ts',
      'version-vocabulary.ts',
      'with-stored-keys.ts',
      'write-schemas.ts',
    ],
  },
  {
    room: 'src/domain',
    folders: {
      'application-import': [],
      call: [],
      claim: [],
      'process-manager': [],
      projection: [],
      record: [],
      'sign-in-rules': [],
      'timeline-export': [],
      specification: [],
      user: ['claim'],
    },
    above: ['event-types.ts'],
  },
  {
    room: 'src/command-handling',
    folders: {
      pipeline: [],
      files: [],
      claims: ['pipeline'],
      records: ['claims', 'pipeline'],
      imports: ['claims', 'pipeline', 'records'],
      calls: ['pipeline', 'records'],
      erasure: ['pipeline', 'records'],
      people: ['claims', 'erasure', 'pipeline', 'sign-in-rules'],
      processes: ['pipeline'],
      projections: ['pipeline'],
      'sign-in-rules': ['pipeline'],
      'timeline-export': ['pipeline'],
      specifications: ['pipeline', 'records'],
    },
    above: ['command-handling.module.ts', 'observe-command.ts', 'send-command.ts'],
  },
  {
    room: 'src/query-handling',
    folders: {
      filters: [],
      paging: [],
      lookups: [],
      visibility: ['filters'],
      specifications: ['visibility'],
      names: ['visibility'],
      people: [],
      'saved-views': ['lists', 'timeline'],
      timeline: ['filters', 'names', 'paging', 'specifications', 'visibility'],
      search: ['filters', 'paging', 'visibility'],
      calls: ['paging', 'people', 'specifications', 'timeline', 'visibility'],
      approvals: ['filters', 'people', 'visibility'],
      notifications: ['names', 'specifications', 'timeline', 'visibility'],
      records: ['approvals', 'filters', 'paging', 'search', 'timeline', 'visibility'],
      lists: ['filters', 'names', 'paging', 'records', 'visibility'],
      reports: ['filters', 'lists', 'names', 'records', 'visibility'],
      'process-map': ['filters', 'lists', 'records', 'reports'],
      calendar: ['names', 'records', 'reports', 'visibility'],
      scheduled: ['names', 'notifications', 'paging', 'records', 'visibility'],
      waiting: ['approvals', 'names', 'paging', 'records', 'timeline', 'visibility'],
      'record-details': ['approvals', 'lists', 'names', 'records', 'scheduled', 'timeline', 'visibility'],
    },
    above: ['open-query-dependencies.ts', 'query-handling.module.ts'],
  },
  {
    room: 'src/web',
    folders: {
      addresses: [],
      http: ['addresses'],
      authorization: ['addresses'],
      errors: ['addresses', 'http'],
      layout: ['addresses', 'http'],
      display: ['addresses', 'http'],
      rendering: ['addresses', 'authorization', 'errors', 'http', 'layout'],
      shell: ['addresses', 'errors', 'http', 'layout'],
      requests: ['addresses', 'authorization', 'errors', 'http', 'layout'],
      json: ['addresses', 'authorization', 'http', 'rendering', 'requests'],
      screens: ['addresses', 'display', 'http', 'json', 'layout', 'rendering', 'requests'],
      timeline: [
        'addresses',
        'authorization',
        'display',
        'http',
        'json',
        'layout',
        'rendering',
        'requests',
        'screens',
      ],
      'saved-views': ['addresses', 'authorization', 'http', 'json', 'rendering', 'requests', 'screens'],
      'live-lists': ['addresses', 'http', 'rendering', 'requests', 'screens'],
      'process-map': ['addresses', 'display', 'json', 'layout', 'rendering', 'requests', 'screens'],
      archives: ['addresses', 'authorization', 'display', 'http', 'rendering', 'requests'],
      specifications: [
        'addresses',
        'authorization',
        'display',
        'errors',
        'http',
        'json',
        'layout',
        'rendering',
        'requests',
      ],
      scheduled: ['addresses', 'display', 'json', 'rendering', 'requests', 'specifications'],
      records: [
        'addresses',
        'authorization',
        'display',
        'errors',
        'http',
        'json',
        'layout',
        'process-map',
        'rendering',
        'requests',
        'scheduled',
        'screens',
        'timeline',
      ],
      home: [
        'addresses',
        'authorization',
        'display',
        'http',
        'json',
        'layout',
        'records',
        'rendering',
        'requests',
        'screens',
        'timeline',
      ],
      people: [
        'addresses',
        'authorization',
        'display',
        'errors',
        'home',
        'http',
        'json',
        'layout',
        'rendering',
        'requests',
        'timeline',
        'tokens',
      ],
      tokens: ['addresses', 'authorization', 'errors', 'http', 'json', 'layout', 'rendering', 'requests'],
      calls: [
        'addresses',
        'authorization',
        'display',
        'errors',
        'http',
        'layout',
        'rendering',
        'requests',
        'shell',
      ],
      status: ['addresses', 'authorization', 'errors', 'http', 'layout', 'rendering', 'requests'],
      api: [
        'addresses',
        'authorization',
        'display',
        'errors',
        'home',
        'http',
        'json',
        'people',
        'process-map',
        'records',
        'rendering',
        'requests',
        'saved-views',
        'screens',
        'specifications',
        'tokens',
      ],
      'error-pages': ['addresses', 'errors', 'http', 'layout', 'records', 'rendering', 'requests'],
    },
    above: ['web.module.ts'],
  },
  {
    room: 'views',
    folders: {
      messages: [],
      'view-models': ['messages'],
      controls: ['messages', 'view-models'],
      'field-types': ['controls', 'messages', 'view-models'],
      parts: ['charts', 'controls', 'field-types', 'messages', 'view-models'],
      frame: ['controls', 'messages', 'view-models'],
      charts: ['messages', 'view-models'],
      pages: ['charts', 'controls', 'field-types', 'frame', 'messages', 'parts', 'view-models'],
      islands: ['messages'],
      public: [],
      styles: [],
    },
    above: ['every-page.ts'],
  },
  {
    room: 'projections/read-models',
    folders: {
      calls: [],
      deputies: [],
      identities: [],
      notices: ['timeline'],
      people: [],
      records: [],
      specifications: [],
      timeline: [],
      timers: [],
      tokens: [],
      views: [],
    },
    above: [],
  },
];

/** Folders of `projections`, from below. */
export const ROOMS: readonly Arrow[] = [
  {
    folder: 'projections/port',
    may: [...FROM_OUTSIDE, ...FOLD],
    why: 'What is asked of read models is said without saying who keeps them.',
  },
  { folder: 'projections/lease', may: inside('port'), why: 'A lease is what is kept of it, and rules.' },
  {
    folder: 'projections/engines',
    may: inside('port', 'lease'),
    why: 'Engines keep read models; who fills one in bulk holds a lease.',
  },
  {
    folder: 'projections/subscription',
    may: inside('port', 'lease'),
    why: 'Whoever follows the log does so in the same way, whatever is made of it.',
  },
  {
    folder: 'projections/projector',
    may: inside('port', 'lease', 'subscription'),
    why: 'A projector is what a subscription is handled by when documents are made of the log.',
  },
  {
    folder: 'projections/replay',
    may: inside('port', 'lease', 'subscription', 'projector'),
    why: 'A replay folds as a projector does, beside what is served.',
  },
  {
    folder: 'projections/read-models',
    may: [...inside('port'), ...FIELD_TYPES],
    why: 'A read model is a fold and its questions: it knows no engine, and nothing of how the log is followed.',
  },
];
