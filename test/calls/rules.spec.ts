import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { LookupAddress } from 'node:dns';
import { AddressGuard } from '#outbox/address-guard.js';
import { CALLS_PER_HOST, HostCircuitBreaker } from '#outbox/host-circuit-breaker.js';
import { calculateRetryDelay } from '#command-handling/calls/call-attempt.js';
import { verifySignature, parseSecretKey, signMessage } from '#command-handling/calls/webhook-signature.js';

describe('signatures', () => {
  it('are those of the vector that Standard Webhooks gives', () => {
    const key = parseSecretKey('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw')!;
    const body = '{"test": 2432232314}';
    const signed = { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', timestamp: 1614265330, body };
    const mac = 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=';
    expect(signMessage(key, signed)).toBe(mac);
    expect(verifySignature(key, signed, `v1,AAAA v2,xx ${mac}`)).toBe(true);
    expect(verifySignature(key, { ...signed, timestamp: 1614265331 }, mac)).toBe(false);
    expect(verifySignature(key, { ...signed, body: `${body} ` }, mac)).toBe(false);
  });

  it.each([
    '',
    'whsec_',
    'secret',
    'whsec_c2hvcnQ=',
    `whsec_${Buffer.alloc(65).toString('base64')}`,
    'whsec_%%',
  ])('are not made with “%s”', (secret) => {
    expect(parseSecretKey(secret)).toBeUndefined();
  });
});

describe('addresses', () => {
  const open = new AddressGuard([]);
  const PRIVATE = [
    ...[
      '127.0.0.1',
      '10.1.2.3',
      '172.16.0.1',
      '172.31.255.255',
      '192.168.1.1',
      '169.254.169.254',
      '100.64.0.1',
    ],
    ...[
      '0.0.0.0',
      '224.0.0.1',
      '255.255.255.255',
      '::1',
      '::',
      'fe80::1',
      'fd00:ec2::254',
      'fc00::1',
      'ff02::1',
    ],
    ...['::ffff:127.0.0.1', '::ffff:10.0.0.1', '64:ff9b::7f00:1', '2002:7f00:1::'],
    ...['::127.0.0.1', '::a00:1', '::ffff:0:127.0.0.1'],
  ];
  it.each(PRIVATE)('%s is refused', (address) => expect(open.isAllowed(address)).toBe(false));
  it.each(['93.184.216.34', '172.32.0.1', '2606:2800:220:1:248:1893:25c8:1946', '::ffff:93.184.216.34'])(
    '%s is not',
    (address) => expect(open.isAllowed(address)).toBe(true),
  );
  it('are allowed where whoever runs Daybook says so, and only these', () => {
    const guard = new AddressGuard(['127.0.0.0/8', '10.1.0.0/16', 'fd00::/8']);
    const asked = ['127.3.4.5', '10.1.9.9', 'fd12::1', '10.2.0.1', '::1'].map((each) =>
      guard.isAllowed(each),
    );
    expect(asked).toEqual([true, true, true, false, false]);
  });

  it.each(['127.0.0.1', '[::1]', '[::ffff:7f00:1]', '0.0.0.0'])(
    'stand in the place of a name: %s',
    (host) => {
      expect(() => open.mustBeAllowed(host)).toThrow(/private network/);
    },
  );

  const lookUp = async (found: readonly string[]) => {
    const all = found.map((address): LookupAddress => ({ address, family: address.includes(':') ? 6 : 4 }));
    const guard = new AddressGuard([], ((
      _: string,
      __: object,
      answer: (e: null, f: LookupAddress[]) => void,
    ) => answer(null, all)) as never);
    return new Promise((resolve, reject) =>
      guard.lookup('name.example.org', { all: true }, (error, addresses) =>
        error ? reject(error) : resolve(addresses),
      ),
    );
  };
  it('are judged after the look-up: one that is private refuses the name', async () => {
    await expect(lookUp(['93.184.216.34', '10.0.0.1'])).rejects.toThrow(
      /its address is one of a private network/,
    );
    expect(await lookUp(['93.184.216.34'])).toEqual([{ address: '93.184.216.34', family: 4 }]);
  });
});

describe('waiting', () => {
  it('grows, is uneven, and is a day and a quarter at most', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 100 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (tries, chance) => {
          const retries = { times: 100, wait: 30_000 };
          const wait = calculateRetryDelay(retries, tries, chance);
          expect(wait).toBeGreaterThanOrEqual(22_500);
          expect(wait).toBeLessThanOrEqual(1.25 * 86_400_000);
          expect(calculateRetryDelay(retries, tries + 2, chance)).toBeGreaterThanOrEqual(wait);
        },
      ),
    );
  });
});

describe('a host', () => {
  it('that fails five times in a row is left alone, then asked by one, and is well again after an answer', () => {
    let now = 0;
    const breaker = new HostCircuitBreaker(() => now);
    const attempt = (well: boolean) => {
      breaker.beginCall('h');
      breaker.endCall('h', well);
    };
    for (let n = 0; n < 4; n++) attempt(false);
    attempt(true);
    for (let n = 0; n < 5; n++) attempt(false);
    expect([breaker.allowsCall('h'), breaker.allowsCall('other'), breaker.pauseOf('h')]).toEqual([
      false,
      true,
      5_000,
    ]);
    now = 5_000;
    expect(breaker.allowsCall('h')).toBe(true);
    breaker.beginCall('h');
    expect(breaker.allowsCall('h')).toBe(false);
    breaker.endCall('h', false);
    expect([breaker.allowsCall('h'), breaker.pauseOf('h')]).toEqual([false, 10_000]);
    now = 15_000;
    attempt(true);
    expect([breaker.allowsCall('h'), breaker.pauseOf('h')]).toEqual([true, undefined]);
  });

  it('that one set out to ask and did not after all is asked by the next', () => {
    let now = 0;
    const breaker = new HostCircuitBreaker(() => now);
    for (let n = 0; n < 5; n++) {
      breaker.beginCall('h');
      breaker.endCall('h', false);
    }
    now = 5_000;
    breaker.beginCall('h');
    expect(breaker.allowsCall('h')).toBe(false);
    breaker.endCall('h', undefined);
    expect([breaker.allowsCall('h'), breaker.pauseOf('h')]).toEqual([true, 0]);
    breaker.beginCall('h');
    breaker.endCall('h', true);
    expect([breaker.allowsCall('h'), breaker.pauseOf('h')]).toEqual([true, undefined]);
  });

  it('is forgotten once nothing is under way to it and it is well, and remembered while it is not', () => {
    const breaker = new HostCircuitBreaker(() => 0);
    for (let n = 0; n < 1000; n++) {
      breaker.beginCall(`host-${n}`);
      breaker.endCall(`host-${n}`, n % 2 === 0 ? true : undefined);
    }
    expect(breaker.trackedHosts).toBe(0);
    breaker.beginCall('h');
    breaker.endCall('h', false);
    expect(breaker.trackedHosts).toBe(1);
  });

  it('whatever calls begin and end, is asked by as many at once as are allowed, and by one while it is tried', () => {
    const ends = fc.array(fc.constantFrom('begin', true, false, undefined, 'later' as const), {
      maxLength: 60,
    });
    fc.assert(
      fc.property(ends, (steps) => {
        let now = 0;
        let underWay = 0;
        const breaker = new HostCircuitBreaker(() => now);
        for (const step of steps) {
          if (step === 'later') now += 10_000_000;
          else if (step === 'begin' && breaker.allowsCall('h')) {
            breaker.beginCall('h');
            underWay += 1;
          } else if (step !== 'begin' && underWay > 0) {
            breaker.endCall('h', step as boolean | undefined);
            underWay -= 1;
          }
          expect(underWay).toBeLessThanOrEqual(CALLS_PER_HOST);
        }
        for (; underWay > 0; underWay--) breaker.endCall('h', undefined);
        now += 10_000_000;
        expect(breaker.allowsCall('h')).toBe(true);
      }),
    );
  });

  it(`has ${CALLS_PER_HOST} calls under way at most`, () => {
    const breaker = new HostCircuitBreaker();
    for (let n = 0; n < CALLS_PER_HOST; n++) breaker.beginCall('h');
    expect(breaker.allowsCall('h')).toBe(false);
    breaker.endCall('h', true);
    expect(breaker.allowsCall('h')).toBe(true);
  });
});
