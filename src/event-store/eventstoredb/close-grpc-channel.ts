export interface GrpcChannel {
  /** As `dns:host:port`. */
  getTarget(): string;
  getConnectivityState(tryToConnect: boolean): number;
  watchConnectivityState(state: number, deadline: number, changed: () => void): void;
  close(): void;
}

const TRANSIENT_FAILURE = 3;

/** A channel closed in TRANSIENT_FAILURE reconnects and leaks its socket (grpc-js 1.14.7), so closing waits. */
export function closeGrpcChannel(channel: GrpcChannel): void {
  const state = channel.getConnectivityState(false);
  if (state === TRANSIENT_FAILURE)
    // The channel reconnects right after this notification.
    channel.watchConnectivityState(state, Infinity, () => setImmediate(closeGrpcChannel, channel));
  else channel.close();
}
