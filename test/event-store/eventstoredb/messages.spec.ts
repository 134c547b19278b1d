// What we write and read field by field says the same by the definitions of the protocol's makers.
import { describe, expect, it } from '@jest/globals';
import gossip from '@kurrent/kurrentdb-client/generated/kurrentdb/protocols/v1/gossip_pb.js';
import shared from '@kurrent/kurrentdb-client/generated/kurrentdb/protocols/v1/shared_pb.js';
import messages from '@kurrent/kurrentdb-client/generated/kurrentdb/protocols/v1/streams_pb.js';
import fc from 'fast-check';
import { appendAnswerIn } from '#event-store/eventstoredb/append-answers.js';
import { readAnswerIn } from '#event-store/eventstoredb/answers.js';
import { leadersIn } from '#event-store/eventstoredb/gossip.js';
import * as requests from '#event-store/eventstoredb/requests.js';
import {
  answerTo,
  eventTooLarge,
  notReady,
  proposed,
  streamName,
  tooLarge,
} from '#test/engines/eventstoredb/append-messages.js';

const { BatchAppendReq, ReadReq, ReadResp } = messages;

const name = fc.string({ unit: 'binary', minLength: 1, maxLength: 200 }).map((text) => text.toWellFormed());
const revision = fc.maxSafeNat();
const bytes = fc.uint8Array({ maxLength: 400 });
const event = fc.record({ id: fc.uuid(), type: name, data: bytes, metadata: bytes });
const position = fc.bigInt({ min: 0n, max: 2n ** 63n - 1n });
const plain = (each: object) => ({ ...each });

describe('an append', () => {
  it('says stream, events and what is expected', () => {
    const append = fc.record({
      stream: name,
      expected: fc.oneof(revision, fc.constant(-1)),
      events: fc.array(event, { minLength: 1, maxLength: 4 }),
    });
    fc.assert(
      fc.property(fc.uuid(), append, (correlation, { stream, expected, events }) => {
        const read = BatchAppendReq.deserializeBinary(
          requests.append(correlation, { stream, expected, events }),
        );
        const options = read.getOptions()!;
        expect(read.getCorrelationId()!.getString()).toBe(correlation);
        expect(read.getIsFinal()).toBe(true);
        expect(streamName(options.getStreamIdentifier())).toBe(stream);
        expect([options.hasNoStream(), options.hasStreamPosition()]).toEqual([expected < 0, expected >= 0]);
        if (expected >= 0) expect(options.getStreamPosition()).toBe(String(expected));
        const written = events.map((each) => ({ ...each, contentType: 'application/json' }));
        expect(read.getProposedMessagesList().map(proposed).map(plain)).toEqual(written);
      }),
    );
  });

  it('that was written is answered with revision and position', () => {
    fc.assert(
      fc.property(fc.uuid(), revision, revision, (correlation, written, at) => {
        const answer = answerTo({ revision: written, position: at }, 'x');
        answer.setCorrelationId(new shared.UUID().setString(correlation));
        expect(appendAnswerIn(answer.serializeBinary())).toEqual({
          correlation,
          answer: { isWritten: true, revision: written, position: BigInt(at) },
        });
      }),
    );
  });

  it('that was repeated may be answered without a position', () => {
    const success = new messages.BatchAppendResp.Success().setCurrentRevision('3');
    const { answer } = appendAnswerIn(new messages.BatchAppendResp().setSuccess(success).serializeBinary());
    expect(answer).toEqual({ isWritten: true, revision: 3, position: undefined });
  });

  it.each([
    [answerTo({ currentRevision: 17 }, 'x'), { isWritten: false, revision: 17 }],
    [answerTo({ currentRevision: 0 }, 'x'), { isWritten: false, revision: 0 }],
    [answerTo({ currentRevision: -1 }, 'x'), { isWritten: false, revision: -1 }],
    [answerTo('deleted', 'x'), { name: 'Deleted' }],
    [tooLarge(1_048_576), { name: 'TooLarge', limit: 1_048_576 }],
    [eventTooLarge(300), { name: 'TooLarge', limit: 300 }],
    // Another connection may lead to a node that is ready; one that says nothing is there all the same.
    [notReady(), { name: 'ServerAway', message: 'Server Is Not Ready', isAnswer: false }],
    [new messages.BatchAppendResp(), { name: 'ServerAway', isAnswer: true }],
  ])('that was refused is answered with why (%#)', (answer, why) => {
    expect(appendAnswerIn(answer.serializeBinary()).answer).toMatchObject(why);
  });
});

describe('a question', () => {
  const optionsOf = (request: Uint8Array) => ReadReq.deserializeBinary(request).getOptions()!.toObject();
  const stream = Buffer.from('tests.Note-1').toString('base64');
  const textIds = { string: {} };

  it('asks for a stream from a revision on, or for its end', () => {
    expect(optionsOf(requests.readStreamRequest('tests.Note-1', 0))).toMatchObject({
      stream: { streamIdentifier: { streamName: stream }, revision: '0' },
      readDirection: 0,
      count: String(Number.MAX_SAFE_INTEGER),
      noFilter: {},
      uuidOption: textIds,
    });
    expect(optionsOf(requests.lastOfStream('tests.Note-1'))).toMatchObject({
      stream: { streamIdentifier: { streamName: stream }, end: {} },
      readDirection: 1,
      count: '1',
      noFilter: {},
    });
  });

  it('asks for the log from a position on, backwards too, with the system’s streams or without', () => {
    const at = 2n ** 60n + 1n;
    const position = { commitPosition: String(at), preparePosition: String(at) };
    const filter = { streamIdentifier: { regex: '^[^$].*' }, count: {}, checkpointintervalmultiplier: 1_000 };
    expect(optionsOf(requests.readOn({ at, count: 7 }))).toMatchObject({
      all: { position },
      readDirection: 0,
      count: '7',
      filter,
      uuidOption: textIds,
    });
    expect(optionsOf(requests.readOn({ count: 7 })).all).toMatchObject({ start: {} });
    expect(optionsOf(requests.readBack({ count: 1 }, true))).toMatchObject({
      all: { end: {} },
      readDirection: 1,
      noFilter: {},
    });
    expect(optionsOf(requests.readBack({ at, count: 1 }))).toMatchObject({ all: { position }, filter });
    expect(optionsOf(requests.subscribeAfter(5))).toMatchObject({
      all: { position: { commitPosition: '5', preparePosition: '5' } },
      subscription: {},
      filter,
    });
    expect(optionsOf(requests.subscribeAfter(0)).all).toMatchObject({ start: {} });
  });
});

describe('what was read', () => {
  it('is the event that was sent, whoever wrote it', () => {
    const found = fc.record({
      stream: name,
      revision,
      position: fc.option(position, { nil: undefined }),
      ...{ id: fc.uuid(), type: name, isJson: fc.boolean(), data: bytes, metadata: bytes },
    });
    fc.assert(
      fc.property(found, (event) => {
        const recorded = new ReadResp.ReadEvent.RecordedEvent()
          .setId(new shared.UUID().setString(event.id))
          .setStreamIdentifier(
            new shared.StreamIdentifier().setStreamName(Buffer.from(event.stream).toString('base64')),
          )
          .setStreamRevision(String(event.revision))
          .setCommitPosition(String(event.position ?? 2n ** 64n - 1n))
          .setPreparePosition('1')
          .setData(event.data)
          .setCustomMetadata(event.metadata);
        recorded.getMetadataMap().set('created', '17').set('type', event.type);
        recorded.getMetadataMap().set('content-type', event.isJson ? 'application/json' : 'text/plain');
        const answer = new ReadResp().setEvent(
          new ReadResp.ReadEvent().setEvent(recorded).setCommitPosition('1'),
        );
        const read = readAnswerIn(answer.serializeBinary()).event!;
        expect({ ...read, data: [...read.data], metadata: [...read.metadata] }).toEqual({
          ...event,
          data: [...event.data],
          metadata: [...event.metadata],
        });
      }),
    );
  });

  it('may be how far the server has looked, that there is no such stream, or nothing of use', () => {
    const answerOf = (answer: messages.ReadResp) => readAnswerIn(answer.serializeBinary());
    const looked = new ReadResp.Checkpoint().setCommitPosition('4711').setPreparePosition('4711');
    expect(answerOf(new ReadResp().setCheckpoint(looked))).toEqual({ lookedTo: 4711 });
    expect(answerOf(new ReadResp().setStreamNotFound(new ReadResp.StreamNotFound()))).toEqual({
      isMissing: true,
    });
    const confirmed = new ReadResp.SubscriptionConfirmation().setSubscriptionId('x');
    expect(answerOf(new ReadResp().setConfirmation(confirmed))).toEqual({});
    expect(answerOf(new ReadResp().setLastStreamPosition('3'))).toEqual({});
  });

  it('is refused where it ends too early', () => {
    const whole = new ReadResp()
      .setCheckpoint(new ReadResp.Checkpoint().setCommitPosition('4711'))
      .serializeBinary();
    expect(() => readAnswerIn(whole.subarray(0, whole.length - 1))).toThrow(RangeError);
  });
});

describe('gossip', () => {
  it('tells where those are that lead, and live', () => {
    const { VNodeState } = gossip.MemberInfo;
    const member = (state: gossip.MemberInfo.VNodeState, port: number, isAlive = true) =>
      new gossip.MemberInfo()
        .setInstanceId(new shared.UUID().setString('x'))
        .setState(state)
        .setIsAlive(isAlive)
        .setHttpEndPoint(new gossip.EndPoint().setAddress('10.0.0.1').setPort(port));
    const told = new gossip.ClusterInfo().setMembersList([
      member(VNodeState.FOLLOWER, 1),
      member(VNodeState.LEADER, 2, false),
      member(VNodeState.LEADER, 2_113),
    ]);
    expect(leadersIn(told.serializeBinary())).toEqual([{ host: '10.0.0.1', port: 2_113 }]);
  });
});
