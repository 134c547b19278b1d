// The official client first queries the leader and the server's features.
import type { sendUnaryData, UntypedServiceImplementation } from '@grpc/grpc-js';
import gossip from '@eventstore/db-client/generated/gossip_pb.js';
import features from '@eventstore/db-client/generated/serverfeatures_pb.js';
import shared from '@eventstore/db-client/generated/shared_pb.js';

const { FOLLOWER, LEADER } = gossip.MemberInfo.VNodeState;

export const gossipService = (port: number, leader: () => number): UntypedServiceImplementation => ({
  read: (_call: unknown, answer: sendUnaryData<gossip.ClusterInfo>) => {
    const members = [memberAt(leader(), LEADER)];
    if (leader() !== port) members.push(memberAt(port, FOLLOWER));
    answer(null, new gossip.ClusterInfo().setMembersList(members));
  },
});

function memberAt(port: number, state: gossip.MemberInfo.VNodeState): gossip.MemberInfo {
  // The same from every node.
  const id = `00000000-0000-4000-8000-${String(port).padStart(12, '0')}`;
  const member = new gossip.MemberInfo();
  member.setInstanceId(new shared.UUID().setString(id)).setTimeStamp(String(BigInt(Date.now()) * 10_000n));
  member.setState(state).setIsAlive(true);
  return member.setHttpEndPoint(new gossip.EndPoint().setAddress('127.0.0.1').setPort(port));
}

/** Features of a genuine 23.10. */
const METHODS = {
  read: ['position', 'events'],
  append: [],
  delete: [],
  tombstone: [],
  batchappend: ['deadline_duration'],
};

export const serverFeaturesService = (): UntypedServiceImplementation => ({
  getSupportedMethods: (_call: unknown, answer: sendUnaryData<features.SupportedMethods>) => {
    const methods = Object.entries(METHODS).map(([name, list]) =>
      new features.SupportedMethod()
        .setServiceName('event_store.client.streams.streams')
        .setMethodName(name)
        .setFeaturesList(list),
    );
    answer(
      null,
      new features.SupportedMethods().setEventStoreServerVersion('24.10.0').setMethodsList(methods),
    );
  },
});
