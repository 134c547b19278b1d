// Against the schemas of Kubernetes, and by the same rules as docker-compose.yml, as there is no cluster here.
import { readdirSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { ConfigMap, Service } from 'kubernetes-models/v1';
import { Deployment, StatefulSet } from 'kubernetes-models/apps/v1';
import { Ingress, NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1';
import { parse, parseAllDocuments } from 'yaml';
import { readConfiguration } from '#configuration/configuration.js';
import { SECRET_SETTINGS } from '#configuration/secret-files.js';
import { Settings } from '#configuration/settings.js';
import { composeFile, read, ROOT, SECRETS } from './compose-file.js';

const KINDS = {
  ConfigMap,
  Service,
  Deployment,
  StatefulSet,
  Ingress,
  NetworkPolicy,
  PodDisruptionBudget,
} as const;

interface Container {
  readonly image: string;
  readonly args?: readonly string[];
  readonly resources: unknown;
  readonly livenessProbe?: { readonly httpGet: { readonly path: string } };
  readonly readinessProbe: { readonly httpGet?: { readonly path: string } };
  readonly lifecycle?: { readonly preStop: { readonly exec: { readonly command: readonly string[] } } };
  readonly securityContext: unknown;
  readonly volumeMounts: readonly { readonly name: string }[];
}

interface PodSpec {
  readonly securityContext: unknown;
  readonly automountServiceAccountToken: boolean;
  readonly enableServiceLinks: boolean;
  readonly terminationGracePeriodSeconds: number;
  readonly topologySpreadConstraints?: unknown;
  readonly containers: readonly Container[];
  readonly volumes: readonly { readonly name: string }[];
}

interface Manifest {
  readonly kind: keyof typeof KINDS;
  readonly metadata: { readonly name: string };
  readonly data?: Readonly<Record<string, string>>;
  readonly spec?: {
    readonly strategy?: unknown;
    readonly selector?: unknown;
    readonly template?: { readonly spec: PodSpec };
    readonly volumeClaimTemplates?: readonly { readonly metadata: { readonly name: string } }[];
  };
}

const FOLDER = 'deployment/kubernetes/';
const manifests = readdirSync(new URL(FOLDER, ROOT)).flatMap((file) =>
  parseAllDocuments(read(FOLDER + file)).map((document) => document.toJS() as Manifest),
);
const titled = manifests.map((manifest) => [`${manifest.kind} ${manifest.metadata.name}`, manifest] as const);
const pods = titled.flatMap(([title, manifest]) => {
  const pod = manifest.spec?.template?.spec;
  return pod ? [[title, { pod, manifest }] as const] : [];
});
const daybookPods = pods.filter(([, { pod }]) => pod.containers.some(({ image }) => image === 'daybook'));
const kustomization = parse(read('deployment/kustomization.yaml')) as {
  readonly resources: readonly string[];
  readonly images: readonly { readonly name: string; readonly newTag: string }[];
  readonly configMapGenerator: readonly { readonly name: string; readonly files: readonly string[] }[];
};
const settings = manifests.find(({ kind }) => kind === 'ConfigMap')!.data!;

describe('the manifests for Kubernetes', () => {
  it.each(titled)('have %s as its schema wants it', (_, manifest) => {
    const Kind = KINDS[manifest.kind] as new (data: never) => { validate(): void };
    expect(() => new Kind(manifest as never).validate()).not.toThrow();
  });

  it('would be refused where one is not as its schema wants it', () => {
    const [, { manifest }] = pods[0]!;
    const spec = { ...manifest.spec, replicas: 'two' };
    expect(() => new Deployment({ ...manifest, spec } as never).validate()).toThrow('replicas');
  });

  it.each(pods)(
    'let %s run without root, change nothing but its volumes, and gain no power',
    (_, { pod }) => {
      expect(pod.securityContext).toMatchObject({
        runAsNonRoot: true,
        runAsUser: expect.any(Number),
        seccompProfile: { type: 'RuntimeDefault' },
      });
      expect(pod.automountServiceAccountToken).toBe(false);
      for (const { securityContext } of pod.containers)
        expect(securityContext).toEqual({
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        });
    },
  );

  it.each(pods)('give %s limits and a probe, and mount only volumes that it has', (_, { pod, manifest }) => {
    const volumes = [
      ...pod.volumes.map(({ name }) => name),
      ...(manifest.spec!.volumeClaimTemplates ?? []).map(({ metadata }) => metadata.name),
    ];
    for (const { resources, readinessProbe, volumeMounts } of pod.containers) {
      expect(resources).toMatchObject({
        requests: expect.anything(),
        limits: { memory: expect.any(String) },
      });
      expect(readinessProbe).toBeDefined();
      expect(volumeMounts.map(({ name }) => name).filter((name) => !volumes.includes(name))).toEqual([]);
    }
  });

  it.each(pods)(
    'keep the variables of Services out of %s, one of which would be DAYBOOK_PORT',
    (_, { pod }) => {
      expect(pod.enableServiceLinks).toBe(false);
    },
  );

  it.each(daybookPods)(
    'replace %s one by one, the new process first, on different nodes',
    (_, { pod, manifest }) => {
      const { strategy, selector } = manifest.spec!;
      expect(strategy).toEqual({ type: 'RollingUpdate', rollingUpdate: { maxUnavailable: 0, maxSurge: 1 } });
      expect(pod.topologySpreadConstraints).toEqual([
        {
          maxSkew: 1,
          topologyKey: 'kubernetes.io/hostname',
          whenUnsatisfiable: 'ScheduleAnyway',
          labelSelector: selector,
        },
      ]);
    },
  );

  it('end a process that serves pages in the time given, some seconds after no more requests are led to it', () => {
    const [, { pod }] = daybookPods.find(([title]) => title === 'Deployment daybook-web')!;
    const seconds = pod.containers.map(({ lifecycle }) => Number(lifecycle!.preStop.exec.command[1]));
    const [, deadline] = /DEADLINE_MS = (\d)_000;/.exec(read('src/platform/shutdown.ts'))!;
    expect(seconds[0]! + Number(deadline)).toBeLessThan(pod.terminationGracePeriodSeconds);
  });

  it('start processes again only where nothing else helps, and lead people to them while an engine is away', () => {
    const daybook = daybookPods.flatMap(([, { pod }]) => pod.containers);
    expect(daybook.map(({ args }) => args)).toEqual([
      ['serve', '--no-demo', '--only', 'web'],
      ['serve', '--no-demo', '--only', 'projections'],
    ]);
    for (const { livenessProbe } of daybook) expect(livenessProbe!.httpGet.path).toBe('/-/live');
    expect(daybook.map(({ readinessProbe }) => readinessProbe.httpGet!.path)).toEqual([
      '/-/live',
      '/-/ready',
    ]);
  });

  it('set only settings that exist, to values that are accepted', () => {
    const known = [
      ...Object.keys(Settings.shape),
      ...SECRET_SETTINGS.map((each) => `${each}_FILE`),
      'NODE_OPTIONS',
    ];
    expect(Object.keys(settings).filter((name) => !known.includes(name))).toEqual([]);
    const values = Object.entries(settings).filter(([name]) => !name.endsWith('_FILE'));
    const environment = { ...SECRETS, ...Object.fromEntries(values), NODE_ENV: 'production' };
    expect(readConfiguration({}, environment)).toMatchObject({
      site: 'https://daybook.example.org',
      secure: true,
    });
  });

  it('name files that exist, this version, and the images of docker-compose.yml', () => {
    const { version } = JSON.parse(read('package.json')) as { version: string };
    expect(kustomization.images).toMatchObject([{ name: 'daybook', newTag: version }]);
    for (const file of [
      ...kustomization.resources,
      ...kustomization.configMapGenerator.flatMap(({ files }) => files),
    ])
      expect(read(`deployment/${file}`)).not.toBe('');
    const { eventstoredb, mongodb } = composeFile(SECRETS).services;
    const images = pods.flatMap(([, { pod }]) => pod.containers.map(({ image }) => image));
    expect(new Set(images)).toEqual(new Set(['daybook', eventstoredb!.image, mongodb!.image]));
  });
});
