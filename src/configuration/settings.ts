import { isIP } from 'node:net';
import { z } from 'zod';
import {
  EngineAddressError,
  parseEventsEngine,
  parseKeysEngine,
  parseReadsEngine,
} from './engine-address.js';

/** Messages say what would be right, and follow the input. */
const flag = z.stringbool({
  truthy: ['1', 'true', 'yes', 'on'],
  falsy: ['0', 'false', 'no', 'off'],
  error: 'write 1 or 0',
});
const choice = <const Words extends readonly string[]>(words: Words) =>
  z.enum(words, { error: `write one of ${words.join(', ')}` });
const PORT = 'write a number from 0 to 65535; 0 is any free port';
const SERVICE_LINK =
  'Kubernetes sets it so for a Service named daybook: add enableServiceLinks: false to the pod, or set the port';
const port = z
  .string()
  .regex(/^\d{1,5}$/, {
    error: ({ input }) => (String(input).startsWith('tcp://') ? SERVICE_LINK : PORT),
    abort: true,
  })
  .transform(Number)
  .refine((number) => number <= 65_535, { error: PORT });
const engine = <Engine>(parse: (text: string) => Engine) =>
  z.string().transform((text, context) => {
    try {
      return parse(text);
    } catch (error) {
      if (!(error instanceof EngineAddressError)) throw error;
      context.issues.push({ code: 'custom', message: error.message, input: text });
      return z.NEVER;
    }
  });
const SITE = 'write an address such as https://daybook.example.org or https://intra.example.org/daybook';
/** The path below which a proxy passes requests on; without a slash at its end. */
const BASE_PATH = /^(\/[A-Za-z0-9][A-Za-z0-9._~-]*)*\/?$/;
const NETWORK_NAMES = ['loopback', 'linklocal', 'uniquelocal'];
const isProxy = (text: string): boolean => {
  const [address = '', bits, ...rest] = text.split('/');
  if (NETWORK_NAMES.includes(text)) return true;
  const most = { 0: -1, 4: 32, 6: 128 }[isIP(address) as 0 | 4 | 6];
  return (
    most > 0 && rest.length === 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most))
  );
};
/** Comma-separated. */
const proxies = z
  .string()
  .transform((text) => text.split(',').map((each) => each.trim()))
  .refine((all) => all.every(isProxy), {
    error: 'write addresses or networks with commas between, for instance loopback,10.0.0.0/8',
  });
const site = z
  .url({ protocol: /^https?$/, error: SITE, abort: true })
  .refine((text) => BASE_PATH.test(new URL(text).pathname) && !/[?#@%]|\/\.+(\/|$)/.test(text), {
    error: SITE,
  })
  .transform((text) => `${new URL(text).origin}${new URL(text).pathname.replace(/\/$/, '')}`);
const NETWORKS = 'write networks with commas between, for instance 127.0.0.0/8,10.1.0.0/16';
/** Networks that calls may reach although they are private. */
const networks = z
  .string()
  .transform((text) => text.split(',').map((each) => each.trim()))
  .refine((all) => all.every((each) => !NETWORK_NAMES.includes(each) && isProxy(each)), { error: NETWORKS });
const SMTP = 'write an address such as smtp://NAME:PASSWORD@mail.example.org:587 or smtps://…';
const smtp = z
  .string()
  .refine((text) => URL.canParse(text) && /^smtps?:$/.test(new URL(text).protocol), {
    error: SMTP,
    abort: true,
  })
  .refine((text) => new URL(text).hostname !== '', { error: SMTP });
const mailAddress = z.string().regex(/^[^\s@<>,;:"()[\]\\]{1,64}@[^\s@<>,;:"()[\]\\]{1,255}$/, {
  error: 'write a mail address, for instance daybook@example.org',
});
const perMinute = z
  .string()
  .regex(/^\d{1,7}$/, { error: 'write a number of requests per minute; 0 is no limit' })
  .transform(Number);
/** Bytes. */
const megabytes = z
  .string()
  .regex(/^\d{1,7}$/, { error: 'write a number of megabytes, for instance 2048' })
  .transform((text) => Number(text) * 1024 * 1024);
const secret = z.string().min(32, { error: 'use 32 characters or more' });

export const Settings = z.object({
  DAYBOOK_DATA: z.string().min(1, { error: 'name a folder' }).default('data'),
  DAYBOOK_AS: z.string().min(1, { error: 'name a person, by sign-in name or id' }).optional(),
  DAYBOOK_EVENTS: engine(parseEventsEngine).optional(),
  DAYBOOK_READS: engine(parseReadsEngine).optional(),
  DAYBOOK_KEYS: engine(parseKeysEngine).optional(),
  DAYBOOK_ONLY: choice(['web', 'projections']).optional(),
  DAYBOOK_HOST: z
    .string()
    .regex(/^[^\s/]+$/, { error: 'write an address, for instance 127.0.0.1' })
    .default('127.0.0.1'),
  DAYBOOK_PORT: port.default(3000),
  DAYBOOK_URL: site.optional(),
  DAYBOOK_DEMO: flag.optional(),
  DAYBOOK_OIDC: z.string().min(1, { error: 'name a file' }).optional(),
  DAYBOOK_PASSWORDS: flag.default(true),
  DAYBOOK_SECURE: flag.optional(),
  DAYBOOK_PROXIES: proxies.default(['loopback']),
  DAYBOOK_REQUESTS_PER_PERSON: perMinute.default(1_200),
  DAYBOOK_REQUESTS_PER_ADDRESS: perMinute.default(12_000),
  DAYBOOK_BASIC: flag.default(true),
  DAYBOOK_ARCHIVE_MB: megabytes.default(2048 * 1024 * 1024),
  DAYBOOK_SESSION_SECRET: secret.optional(),
  DAYBOOK_MASTER_KEY: z.string().optional(),
  DAYBOOK_READERS: z
    .string()
    .regex(/^[1-9]\d?$/, { error: 'write a number of threads, from 1 to 99', abort: true })
    .transform(Number)
    .optional(),
  DAYBOOK_CHECK_EVERY: z
    .string()
    .regex(/^\d{1,6}(\.\d+)?$/, {
      error: 'write minutes, for instance 60; 0 is only at the start',
      abort: true,
    })
    .transform(Number)
    .default(60),
  DAYBOOK_CALLS: flag.default(true),
  DAYBOOK_CALLS_ALLOW: networks.optional(),
  DAYBOOK_SMTP: smtp.optional(),
  DAYBOOK_MAIL_FROM: mailAddress.optional(),
  DAYBOOK_LOG: choice(['silent', 'error', 'warn', 'info', 'debug']).default('warn'),
  DAYBOOK_LOG_CLIENTS: flag.default(false),
  DAYBOOK_ENV: choice(['development', 'production']).default('development'),
});

export type Settings = z.infer<typeof Settings>;
