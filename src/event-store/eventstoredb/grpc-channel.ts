// The channel to a node, of gRPC: how it is closed without leaving a socket.

/** What is used of it. */
export interface GrpcChannel {
  /** As `dns:host:port`. */
  getTarget(): string;
  getConnectivityState(tryToConnect: boolean): number;
  watchConnectivityState(state: number, deadline: number, changed: () => void): void;
  close(): void;
}

const TRANSIENT_FAILURE = 3;

/**
 * A channel that is closed while it waits before it connects again connects all the same, and its socket stays open for ever
 * (grpc-js 1.14.7): such a one is closed as soon as it has left that state.
 */
export function closeChannel(channel: GrpcChannel): void {
  const state = channel.getConnectivityState(false);
  if (state === TRANSIENT_FAILURE)
    // Not while it tells of that: it connects once more right afterwards.
    channel.watchConnectivityState(state, Infinity, () => setImmediate(closeChannel, channel));
  else channel.close();
}
