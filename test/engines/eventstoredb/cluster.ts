// What the official client asks before it asks for streams: who the leader is, and what the server can do.
import type { sendUnaryData, UntypedServiceImplementation } from '@grpc/grpc-js';
import gossip from '@kurrent/kurrentdb-client/generated/kurrentdb/protocols/v1/gossip_pb.js';
import features from '@kurrent/kurrentdb-client/generated/kurrentdb/protocols/v1/serverfeatures_pb.js';
import shared from '@kurrent/kurrentdb-client/generated/kurrentdb/protocols/v1/shared_pb.js';

export const gossipService = (leader: () => number): UntypedServiceImplementation => ({
  read: (_call: unknown, answer: sendUnaryData<gossip.ClusterInfo>) => {
    const member = new gossip.MemberInfo();
    member.setInstanceId(new shared.UUID().setString(crypto.randomUUID()));
    member.setState(gossip.MemberInfo.VNodeState.LEADER).setIsAlive(true);
    member.setHttpEndPoint(new gossip.EndPoint().setAddress('127.0.0.1').setPort(leader()));
    answer(null, new gossip.ClusterInfo().setMembersList([member]));
  },
});

const METHODS = ['read', 'append'];

export const serverFeaturesService = (): UntypedServiceImplementation => ({
  getSupportedMethods: (_call: unknown, answer: sendUnaryData<features.SupportedMethods>) => {
    const methods = METHODS.map((name) =>
      new features.SupportedMethod()
        .setServiceName('event_store.client.streams.streams')
        .setMethodName(name)
        .setFeaturesList([]),
    );
    answer(
      null,
      new features.SupportedMethods().setEventStoreServerVersion('24.10.0').setMethodsList(methods),
    );
  },
});
