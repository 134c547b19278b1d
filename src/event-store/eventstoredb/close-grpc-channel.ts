// Closes a gRPC channel without leaving its socket open.

export interface GrpcChannel {
  /** As `dns:host:port`. */
  getTarget(): string;
  getConnectivityState(tryToConnect: boolean): number;
  watchConnectivityState(state: number, deadline: number, changed: () => void): void;
  close(): void;
}

const TRANSIENT_FAILURE = 3;

/**
 * A channel closed in state TRANSIENT_FAILURE reconnects anyway and leaks its socket (grpc-js 1.14.7), so closing
 * waits until it leaves that state.
 */
export function closeChannel(channel: GrpcChannel): void {
  const state = channel.getConnectivityState(false);
  if (state === TRANSIENT_FAILURE)
    // Not within the notification itself: the channel reconnects right after it.
    channel.watchConnectivityState(state, Infinity, () => setImmediate(closeChannel, channel));
  else channel.close();
}
