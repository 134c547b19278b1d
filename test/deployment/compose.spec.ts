// Static rules, as there is no Docker here; the workflow starts it.
import { existsSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { serveCommand } from '#cli/serve-command.js';
import { readConfiguration, ConfigurationError } from '#configuration/configuration.js';
import { SECRET_SETTINGS } from '#configuration/secret-files.js';
import { Settings } from '#configuration/settings.js';
import { composeFile, read, ROOT, SECRETS, servicesOf, type Service } from './compose-file.js';

const file = composeFile(SECRETS);
const services = Object.entries(file.services);
const named = (start: string, among: readonly (readonly [string, Service])[]) =>
  among.filter(([name]) => name.startsWith(start));
/** Services in the file, with fixed addresses. */
const ENGINES = ['DAYBOOK_EVENTS', 'DAYBOOK_READS', 'DAYBOOK_KEYS'];
const isDaybook = ({ image }: Service) => image.startsWith('daybook:');
const isEventStoreDb = ({ image }: Service) => image.startsWith('eventstore/eventstore:');
const { version } = JSON.parse(read('package.json')) as { version: string };

describe('docker-compose.yml', () => {
  describe.each(services)('service %s', (_, service) => {
    it('is pinned to a whole version', () => {
      expect(service.image).toMatch(/^[a-z0-9/.-]+:\d+\.\d+\.\d+(-[a-z0-9.]+)?$/);
      if (isDaybook(service)) expect(service.image).toBe(`daybook:${version}`);
    });

    it('says how one sees that it is well, and comes back when it ends', () => {
      expect(service.healthcheck?.test[0]).toBe('CMD');
      expect(service.restart).toBe('unless-stopped');
    });

    it('has limits of memory, processor, processes and logs', () => {
      expect(service.mem_limit).toMatch(/^\d+[mg]$/);
      expect(service.cpus).toBeGreaterThan(0);
      expect(service.pids_limit).toBeGreaterThan(0);
      expect(service.logging?.options).toMatchObject({ 'max-size': expect.any(String), 'max-file': '5' });
    });

    it('may change nothing but its volumes, and gain no power', () => {
      expect(service.read_only).toBe(true);
      expect(service.cap_drop).toEqual(['ALL']);
      expect(service.security_opt).toContain('no-new-privileges:true');
      expect(service.user).toMatch(/^\d+:\d+$/);
      if (service.user === '0:0') expect(service.image).toMatch(/^caddy:/);
    });

    it('keeps in memory no more than its limit has room for', () => {
      const limit = memory(service);
      expect(limit).toBeGreaterThan(0);
      // .NET gives EventStoreDB's heap 60 % of a limit; chunks lie outside it, and a quarter is for the runtime and files.
      if (isEventStoreDb(service))
        expect(
          0.6 * limit + Number(service.environment?.['EVENTSTORE_CHUNKS_CACHE_SIZE']),
        ).toBeLessThanOrEqual(0.75 * limit);
      if (service.image.startsWith('mongo:'))
        expect(Number(service.command?.at(-1)) * 1024 ** 3).toBeLessThanOrEqual(limit / 2);
      if (isDaybook(service)) {
        const [, heap] = /--max-old-space-size=(\d+)/.exec(service.environment!['NODE_OPTIONS']!)!;
        expect(Number(heap) * 1024 ** 2).toBeLessThanOrEqual(0.75 * limit);
      }
    });

    if (isEventStoreDb(service))
      it('keeps its data in its volume, whatever folder the image has for it', () => {
        const mounts = (service.volumes ?? []).map((volume) => volume.split(':')[1]);
        expect(mounts).toEqual([service.environment?.['EVENTSTORE_DB']]);
      });

    if (isEventStoreDb(service))
      it('has threads enough that none waits for another one', () => {
        const threads = parseInt(service.environment!['DOTNET_ThreadPool_ForceMinWorkerThreads']!, 16);
        expect(threads).toBeGreaterThanOrEqual(8 * service.cpus!);
      });

    it('belongs to one profile, and waits for nothing outside of it', () => {
      expect(service.profiles).toHaveLength(1);
      for (const [other, { condition }] of Object.entries(service.depends_on ?? {})) {
        expect(file.services[other]?.profiles).toEqual(service.profiles);
        expect(condition).toBe('service_healthy');
      }
    });

    it('uses only networks and volumes that are declared, and files that are there', () => {
      for (const network of service.networks) expect(Object.keys(file.networks)).toContain(network);
      for (const volume of service.volumes ?? []) {
        const [source = ''] = volume.split(':');
        if (source.startsWith('./')) expect(existsSync(new URL(source, ROOT))).toBe(true);
        else expect(Object.keys(file.volumes)).toContain(source);
      }
    });
  });

  it('declares no volume that nobody uses', () => {
    const used = services.flatMap(([, { volumes }]) => (volumes ?? []).map((volume) => volume.split(':')[0]));
    expect(Object.keys(file.volumes).filter((volume) => !used.includes(volume))).toEqual([]);
  });

  it('gives no two services the same volume: each engine keeps its own data', () => {
    const kept = services.flatMap(([, { volumes }]) =>
      (volumes ?? []).map((volume) => volume.split(':')[0]!).filter((source) => !source.startsWith('./')),
    );
    expect(new Set(kept).size).toBe(kept.length);
  });

  it('reaches engines from Daybook only: no port, no way out, no proxy in their network', () => {
    expect(file.networks['engines']?.internal).toBe(true);
    for (const [name, service] of services) {
      if (name === 'proxy') expect(service.networks).toEqual(['front']);
      else if (!isDaybook(service))
        expect([service.networks, service.ports]).toEqual([['engines'], undefined]);
    }
  });

  it('publishes to this machine only what has no HTTPS', () => {
    const published = services.flatMap(([name, { ports }]) => (ports ?? []).map((port) => [name, port]));
    expect(published).toEqual([
      ['daybook', '127.0.0.1:3000:3000'],
      ['proxy', '80:80'],
      ['proxy', '443:443'],
      ['proxy', '443:443/udp'],
    ]);
  });

  it.each(Object.keys(SECRETS))('does not start without %s, and says how to make one', (name) => {
    const { environment } = composeFile({ ...SECRETS, [name]: '' }).services['daybook']!;
    const start = () => readConfiguration({ serves: true }, { ...environment });
    expect(start).toThrow(ConfigurationError);
    expect(start).toThrow(new RegExp(`${name}: .*openssl rand -base64`));
  });

  it('holds no secret of its own', () => {
    const text = read('docker-compose.yml');
    for (const [, name] of text.matchAll(/^\s+(\w*(?:_KEY|SECRET|PASSWORD)): (?!\$\{)/gm))
      throw new Error(`${name} has a value in docker-compose.yml`);
    expect(text).not.toMatch(/\/\/[^/\s]+:[^/\s]+@/);
  });

  describe('profile single', () => {
    it('is one of each', () => {
      const names = servicesOf('single').map(([name]) => name);
      expect(names).toEqual(['eventstoredb', 'mongodb', 'daybook']);
    });
  });

  describe('profile cluster', () => {
    const cluster = servicesOf('cluster');

    it('is three of each engine, two of every Daybook process, and a proxy', () => {
      const counts = ['eventstoredb-', 'mongodb-', 'web-', 'projections-', 'proxy'].map(
        (start) => named(start, cluster).length,
      );
      expect(counts).toEqual([3, 3, 2, 2, 1]);
      expect(cluster).toHaveLength(11);
    });

    it('has every node of EventStoreDB know the two others, by names that exist', () => {
      const nodes = named('eventstoredb-', cluster);
      for (const [name, { environment }] of nodes) {
        const others = nodes.map(([other]) => other).filter((other) => other !== name);
        expect(environment).toMatchObject({
          EVENTSTORE_CLUSTER_SIZE: '3',
          EVENTSTORE_NODE_HOST_ADVERTISE_AS: name,
          EVENTSTORE_REPLICATION_HOST_ADVERTISE_AS: name,
          EVENTSTORE_GOSSIP_SEED: others.map((other) => `${other}:2113`).join(','),
        });
      }
    });

    it('has all of MongoDB in one replica set', () => {
      const nodes = named('mongodb-', cluster);
      const all = nodes.map(([name]) => `${name}:27017`).join(',');
      for (const [name, { environment }] of nodes)
        expect([name, environment?.['REPLICA_SET']]).toEqual([name, all]);
    });

    it('has the proxy ask every web process, and nobody else', () => {
      const asked = /reverse_proxy (.+) \{/.exec(read('deployment/Caddyfile'))?.[1]?.split(' ');
      expect(asked).toEqual(named('web-', cluster).map(([name]) => `${name}:3000`));
    });
  });

  describe.each(services.filter(([, service]) => isDaybook(service)))('Daybook as %s', (name, service) => {
    const image = imageEnvironment();
    const environment = { ...image, ...service.environment };
    const command = service.command ?? ['serve'];

    it('is set up with settings that exist', () => {
      const known = [...Object.keys(Settings.shape), ...SECRET_SETTINGS.map((each) => `${each}_FILE`)];
      const used = Object.keys(environment).filter((key) => key.startsWith('DAYBOOK_'));
      expect(used.filter((key) => !known.includes(key))).toEqual([]);
    });

    it('is passed every setting that there is, but those that the file decides by itself', () => {
      const decided = ['DAYBOOK_ONLY', 'DAYBOOK_DEMO', 'DAYBOOK_ENV', ...ENGINES];
      const named = [...read('docs/operating.md').matchAll(/^\| `(DAYBOOK_[A-Z_]+)` \|/gm)].map(
        ([, each]) => each!,
      );
      expect(named).toContain('DAYBOOK_SMTP');
      const files = SECRET_SETTINGS.filter((each) => !ENGINES.includes(each)).map((each) => `${each}_FILE`);
      const wanted = new Set([...Object.keys(Settings.shape), ...named, ...files]);
      expect([...wanted].filter((each) => !(each in environment) && !decided.includes(each))).toEqual([]);
    });

    it('finds secrets in files that are mounted where .env.example says', () => {
      const mounts = (service.volumes ?? []).map((volume) => volume.split(':').slice(0, 2));
      expect(mounts).toContainEqual(['./deployment/secrets', '/run/secrets']);
      expect(read('.env.example')).toContain('DAYBOOK_MASTER_KEY_FILE=/run/secrets/');
    });

    it('is accepted as it is set up, on engines that are services of its profile', () => {
      const serve = serveCommand().exitOverride();
      const { operands, unknown } = serve.parseOptions([...command.slice(1)]);
      expect([command[0], operands, unknown]).toEqual(['serve', [], []]);
      const options = serve.opts<Parameters<typeof readConfiguration>[0] & object>();
      const configuration = readConfiguration(
        { ...options, serves: true },
        { ...environment, DAYBOOK_ENV: environment['DAYBOOK_ENV'] ?? environment['NODE_ENV'] },
      );
      expect(configuration).toMatchObject({
        events: { engine: 'eventstoredb' },
        reads: { engine: 'mongodb' },
        keys: { engine: 'mongodb' },
        production: true,
        demo: false,
        host: '0.0.0.0',
        port: 3000,
        ...(name !== 'daybook' && { only: name.split('-')[0], secure: true, proxies: ['uniquelocal'] }),
      });
      const addresses = ['DAYBOOK_EVENTS', 'DAYBOOK_READS', 'DAYBOOK_KEYS'].map((key) => environment[key]!);
      for (const address of addresses)
        for (const host of address.split('/')[2]!.replace(/\?.*/, '').split(','))
          expect(file.services[host.split(':')[0]!]?.profiles).toEqual(service.profiles);
    });

    it('may write where its data go', () => {
      const places = [
        ...(service.volumes ?? []).map((volume) => volume.split(':')[1]),
        ...(service.tmpfs ?? []),
      ];
      expect(places.some((place) => place?.split(':')[0] === image['DAYBOOK_DATA'])).toBe(true);
    });
  });

  it('says in .env.example every variable it takes, and no secret', () => {
    const example = read('.env.example');
    const taken = new Set(
      [...read('docker-compose.yml').matchAll(/\$\{([A-Z_]+)/g)].map(([, name]) => name!),
    );
    const said = [...example.matchAll(/^#?([A-Z_]+)=(.*)$/gm)];
    expect(
      said
        .map(([, name]) => name)
        .filter((name) => name !== 'COMPOSE_PROFILES')
        .sort(),
    ).toEqual([...taken].sort());
    for (const [, name, value] of said) if (name! in SECRETS) expect(value).toBe('');
    expect(read('.gitignore').split('\n')).toContain('.env');
  });

  it('runs the line of EventStoreDB that the decision about versions names', () => {
    const image = file.services['eventstoredb']!.image;
    expect(read('docs/decisions/0010-supported-servers.md')).toContain(`\`${image}\``);
    expect(services.filter(([, service]) => isEventStoreDb(service))).toHaveLength(4);
  });

  it('is opened to this machine, for tests, by a file that names its services', () => {
    const { services: opened } = parse(read('deployment/for-tests.yml')) as {
      services: Record<string, { ports: string[] }>;
    };
    for (const [name, { ports }] of Object.entries(opened)) {
      expect(file.services[name]?.profiles).toEqual(['single']);
      for (const port of ports) expect(port).toMatch(/^127\.0\.0\.1:/);
    }
  });
});

describe('deployment/from-kurrentdb.yml', () => {
  const before = composeFile(SECRETS, 'deployment/from-kurrentdb.yml');
  const sources = Object.entries(before.services);
  const guide = /### From KurrentDB 26\.0 to EventStoreDB 24\.10\n(.*?)\n### /s.exec(
    read('docs/operating.md'),
  )![1]!;

  it('starts what docker-compose.yml ran before, on the volumes it had', () => {
    expect(sources.map(([name, { image, user, volumes }]) => [name, image, user, volumes])).toEqual(
      [
        ['kurrentdb', 'events'],
        ['kurrentdb-1', 'events-1'],
        ['kurrentdb-2', 'events-2'],
        ['kurrentdb-3', 'events-3'],
      ].map(([name, volume]) => [
        name,
        'kurrentplatform/kurrentdb:26.0.3',
        '1001:1001',
        [`${volume}:/var/lib/kurrentdb`],
      ]),
    );
  });

  it('shares no name of a service or a volume with docker-compose.yml, so that neither replaces the other', () => {
    const shared = (one: object, other: object) => Object.keys(one).filter((name) => name in other);
    expect(shared(before.services, file.services)).toEqual([]);
    expect(shared(before.volumes, file.volumes)).toEqual([]);
  });

  it('has each node know the two others, and reach Daybook in the network of the engines', () => {
    for (const [name, { environment, networks }] of sources) {
      expect(networks).toEqual(['engines']);
      const others = sources
        .map(([other]) => other)
        .filter((other) => other !== 'kurrentdb' && other !== name);
      if (name !== 'kurrentdb')
        expect(environment).toMatchObject({
          KURRENTDB_CLUSTER_SIZE: '3',
          KURRENTDB_NODE_HOST_ADVERTISE_AS: name,
          KURRENTDB_GOSSIP_SEED: others.map((other) => `${other}:2113`).join(','),
        });
    }
  });

  it('is used in the guide with addresses and services that exist', () => {
    const hosts = [...guide.matchAll(/(?:esdb|mongodb):\/\/([^/?']+)/g)].flatMap(([, list]) =>
      list!.split(','),
    );
    expect(hosts).toContain('kurrentdb:2113');
    const known = { ...file.services, ...before.services };
    for (const host of hosts) expect(Object.keys(known)).toContain(host.split(':')[0]);
    for (const [, names] of guide.matchAll(/up -d --wait (.+)$/gm))
      for (const name of names!.split(' ')) expect(Object.keys(known)).toContain(name);
  });
});

/** Bytes. */
function memory({ mem_limit }: Service): number {
  const [, amount, unit] = /^(\d+)([mg])$/.exec(mem_limit!)!;
  return Number(amount) * 1024 ** (unit === 'g' ? 3 : 2);
}

/** ENV of the Dockerfile's last stage. */
function imageEnvironment(): Readonly<Record<string, string>> {
  const [, last = ''] = read('Dockerfile').split(' AS runtime\n');
  const pairs = [.../^ENV (.+)$/m.exec(last)![1]!.matchAll(/([A-Z_]+)=(\S+)/g)];
  return Object.fromEntries(pairs.map(([, name, value]) => [name!, value!]));
}
