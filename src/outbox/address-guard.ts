// Which addresses calls may lead to: none of this machine's or its network's, unless whoever runs Daybook allows them. Asked of what
// a name resolves to, and the connection is made to that very address.
import { lookup as resolve, type LookupAddress, type LookupOptions } from 'node:dns';
import { BlockList, isIP, isIPv6 } from 'node:net';

/** Private, shared, loopback, link-local (and so the metadata of clouds), reserved, multicast; and what IPv6 wraps IPv4 in. */
const SPECIAL: readonly string[] = [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12'],
  ...['192.0.0.0/24', '192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15'],
  ...['198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/4', '240.0.0.0/4'],
  ...['::/96', '::ffff:0:0:0/96', '64:ff9b::/96', '64:ff9b:1::/48', '100::/64', '2001::/23', '2001:db8::/32'],
  ...['2002::/16', 'fc00::/7', 'fe80::/10', 'fec0::/10', 'ff00::/8'],
];

function listOf(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    list.addSubnet(address, bits === undefined ? (family === 'ipv6' ? 128 : 32) : Number(bits), family);
  }
  return list;
}

const special = listOf(SPECIAL);

/** A name leads to where no call may go. */
export class CallAddressRefused extends Error {
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

  /** `allowed`: networks such as `127.0.0.0/8`. */
  constructor(
    allowed: readonly string[],
    private readonly resolveAll: typeof resolve = resolve,
  ) {
    this.allowed = listOf(allowed);
  }

  isAllowed(address: string): boolean {
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    return this.allowed.check(address, family) || !special.check(address, family);
  }

  /** Throws `CallAddressRefused` for an address that stands in the place of a name: nobody looks it up. */
  mustBeAllowed(host: string): void {
    const address = host.replace(/^\[|\]$/g, '');
    if (isIP(address) !== 0 && !this.isAllowed(address)) throw new CallAddressRefused();
  }

  /** As sockets ask it. Where one of the addresses is refused, all of them are: a name has no business there. */
  readonly lookup = (host: string, options: LookupOptions, answer: LookupCallback): void => {
    this.resolveAll(host, { ...options, all: true }, (error, found) => {
      if (error) return answer(error);
      if (!found.every(({ address }) => this.isAllowed(address))) return answer(new CallAddressRefused());
      if (options.all) return answer(null, found);
      return answer(null, found[0]!.address, found[0]!.family);
    });
  };
}
