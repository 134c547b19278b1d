// Asks nodes of a cluster who leads it.
import { lookup } from 'node:dns/promises';
import messages from '@kurrent/kurrentdb-client/generated/kurrentdb/protocols/v1/gossip_pb.js';
import shared from '@kurrent/kurrentdb-client/generated/kurrentdb/protocols/v1/shared_pb.js';
import type { Address, Endpoint } from './address.js';
import { oneAnswer } from './calls.js';
import { inUri } from './connection.js';
import { asFailure, NoAnswer } from './failures.js';
import { Node } from './node.js';

/** Milliseconds: a node that is there answers within a few. */
const LONGEST = 1_500;

const GOSSIP = '/event_store.client.gossip.Gossip/Read';

/** The leaders that are told of, each once; those that more nodes tell of first. Throws the failure of a seed where none tells of any. */
export async function leadersOf(address: Address): Promise<readonly Endpoint[]> {
  const seeds = await resolved(address);
  const answers = await Promise.allSettled(seeds.map((seed) => askNode(address, seed)));
  const told = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  const failed = answers.find((answer) => answer.status === 'rejected');
  if (told.length === 0) throw failed?.reason ?? new NoAnswer('no node of the cluster leads it just now');
  const votes = new Map<string, { readonly leader: Endpoint; count: number }>();
  for (const leader of told) {
    const vote = votes.get(inUri(leader)) ?? { leader, count: 0 };
    vote.count++;
    votes.set(inUri(leader), vote);
  }
  return [...votes.values()].sort((a, b) => b.count - a.count).map(({ leader }) => leader);
}

interface Seed extends Endpoint {
  /** What its certificate is held against. */
  readonly named: Endpoint;
}

/** One name may stand for many nodes, and one of them may be silent. */
async function resolved({ seeds, discover }: Address): Promise<readonly Seed[]> {
  if (!discover) return seeds.map((seed) => ({ ...seed, named: seed }));
  const found = await Promise.allSettled(
    seeds.map(async (seed) =>
      (await lookup(seed.host, { all: true })).map(({ address }) => ({
        host: address,
        port: seed.port,
        named: seed,
      })),
    ),
  );
  const all = found.flatMap((each) => (each.status === 'fulfilled' ? each.value : []));
  const failed = found.find((each) => each.status === 'rejected');
  if (all.length === 0) throw asFailure(failed?.reason);
  return all;
}

async function askNode(address: Address, seed: Seed): Promise<readonly Endpoint[]> {
  const node = new Node(seed, address, undefined, seed.named);
  try {
    const answer = await oneAnswer(LONGEST, (answers) => node.call(GOSSIP, [new shared.Empty()], answers));
    return messages.ClusterInfo.deserializeBinary(answer).getMembersList().flatMap(leading);
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error;
    throw new NoAnswer(`${inUri(seed)} has not answered within ${LONGEST} ms`);
  } finally {
    node.close();
  }
}

function leading(member: messages.MemberInfo): readonly Endpoint[] {
  const leads = member.getIsAlive() && member.getState() === messages.MemberInfo.VNodeState.LEADER;
  const endpoint = member.getHttpEndPoint();
  return leads && endpoint ? [{ host: endpoint.getAddress(), port: endpoint.getPort() }] : [];
}
