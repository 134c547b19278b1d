import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import type { Observe } from '#platform/telemetry/instruments.js';

const NANOSECONDS = 1e9;
const MICROSECONDS = 1e6;

/** Measures from one call to the next. */
export function createProcessMeter(): { measure(observe: Observe): void; stop(): void } {
  const delay = monitorEventLoopDelay();
  delay.enable();
  let loop = performance.eventLoopUtilization();
  let processor = process.cpuUsage();
  let at = performance.now();
  return {
    measure(observe) {
      const memory = process.memoryUsage();
      observe('process.memory.usage', memory.rss);
      observe('v8js.memory.heap.used', memory.heapUsed);
      observe('nodejs.eventloop.delay.p50', delay.percentile(50) / NANOSECONDS);
      observe('nodejs.eventloop.delay.p99', delay.percentile(99) / NANOSECONDS);
      observe('nodejs.eventloop.delay.max', delay.max / NANOSECONDS);
      delay.reset();
      const [loopNow, now, used] = [
        performance.eventLoopUtilization(),
        performance.now(),
        process.cpuUsage(processor),
      ];
      observe('nodejs.eventloop.utilization', performance.eventLoopUtilization(loopNow, loop).utilization);
      const seconds = Math.max(0.001, (now - at) / 1_000);
      observe('process.cpu.utilization', (used.user + used.system) / MICROSECONDS / seconds);
      [loop, processor, at] = [loopNow, process.cpuUsage(), now];
    },
    stop: () => void delay.disable(),
  };
}
