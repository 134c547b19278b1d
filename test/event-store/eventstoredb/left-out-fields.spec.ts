// Protocol buffers leave out what is empty or zero: the first event of a stream comes without its revision.
import { describe, expect, it } from '@jest/globals';
import shared from '@kurrent/kurrentdb-client/generated/kurrentdb/protocols/v1/shared_pb.js';
import messages from '@kurrent/kurrentdb-client/generated/kurrentdb/protocols/v1/streams_pb.js';
import { readAnswerIn } from '#event-store/eventstoredb/answers.js';

const { ReadResp } = messages;
const { RecordedEvent } = ReadResp.ReadEvent;

const readFrom = (recorded: messages.ReadResp.ReadEvent.RecordedEvent) =>
  readAnswerIn(new ReadResp().setEvent(new ReadResp.ReadEvent().setEvent(recorded)).serializeBinary()).event!;

describe('given an event of which everything is empty or zero', () => {
  const empty = {
    ...{ stream: '', revision: 0, position: 0n, id: '', type: '', isJson: false },
    ...{ data: new Uint8Array(), metadata: new Uint8Array() },
  };

  it('when none of it is sent, then it is empty and zero', () => {
    expect(readFrom(new RecordedEvent())).toEqual(empty);
  });

  it('when its parts are sent, and nothing in them, then they are empty', () => {
    const recorded = new RecordedEvent()
      .setId(new shared.UUID())
      .setStreamIdentifier(new shared.StreamIdentifier());
    recorded.getMetadataMap().set('', '');
    expect(readFrom(recorded)).toEqual(empty);
  });
});

describe('given an answer', () => {
  it('when how far the server has looked is the very beginning, then it is told', () => {
    const looked = new ReadResp().setCheckpoint(new ReadResp.Checkpoint());
    expect(readAnswerIn(looked.serializeBinary())).toEqual({ lookedTo: 0 });
  });

  it('when it holds no event, then there is none', () => {
    expect(readAnswerIn(new ReadResp().setEvent(new ReadResp.ReadEvent()).serializeBinary())).toEqual({});
  });
});
