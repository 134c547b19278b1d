// Refuses private addresses outside DAYBOOK_CALLS_ALLOW. The connection is made to the very address that was checked.
import { lookup as resolve, type LookupAddress, type LookupOptions } from 'node:dns';
import { BlockList, isIP, isIPv6 } from 'node:net';

/** Private, shared, loopback, link-local (metadata of clouds), reserved, multicast; and IPv6 ranges that wrap IPv4. */
const RESERVED_RANGES: readonly string[] = [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12'],
  ...['192.0.0.0/24', '192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15'],
  ...['198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/4', '240.0.0.0/4'],
  ...['::/96', '::ffff:0:0:0/96', '64:ff9b::/96', '64:ff9b:1::/48', '100::/64', '2001::/23', '2001:db8::/32'],
  ...['2002::/16', 'fc00::/7', 'fe80::/10', 'fec0::/10', 'ff00::/8'],
];

function toBlockList(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    list.addSubnet(address, bits === undefined ? (family === 'ipv6' ? 128 : 32) : Number(bits), family);
  }
  return list;
}

const reserved = toBlockList(RESERVED_RANGES);

export class CallAddressRefusedError extends Error {
  override readonly name = 'CallAddressRefused';
  constructor() {
    super(
      'its address is one of a private network, and whoever runs Daybook has not allowed it (DAYBOOK_CALLS_ALLOW)',
    );
  }
}

type LookupCallback = (error: Error | null, found?: string | LookupAddress[], family?: number) => void;

export class AddressGuard {
  private readonly allowed: BlockList;

  /** Networks such as `127.0.0.0/8`. */
  constructor(
    allowed: readonly string[],
    private readonly resolveAll: typeof resolve = resolve,
  ) {
    this.allowed = toBlockList(allowed);
  }

  isAllowed(address: string): boolean {
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    return this.allowed.check(address, family) || !reserved.check(address, family);
  }

  /** Throws `CallAddressRefusedError`; no lookup checks an address in place of a name. */
  mustBeAllowed(host: string): void {
    const address = host.replace(/^\[|\]$/g, '');
    if (isIP(address) !== 0 && !this.isAllowed(address)) throw new CallAddressRefusedError();
  }

  /** One refused address refuses the whole name. */
  readonly lookup = (host: string, options: LookupOptions, answer: LookupCallback): void => {
    this.resolveAll(host, { ...options, all: true }, (error, found) => {
      if (error) return answer(error);
      if (!found.every(({ address }) => this.isAllowed(address)))
        return answer(new CallAddressRefusedError());
      if (options.all) return answer(null, found);
      return answer(null, found[0]!.address, found[0]!.family);
    });
  };
}
