import { Injectable, type OnApplicationShutdown } from '@nestjs/common';

/**
 * Connections of a process, closed in one place when it stops: the newest first, because later ones use earlier ones (queues use
 * Redis). Nest gives no order between the shutdown hooks of modules.
 */
@Injectable()
export class Resources implements OnApplicationShutdown {
  private readonly closers: (() => unknown)[] = [];

  /** @param close called once at shutdown; what it throws is ignored, because the process ends anyway */
  add(close: () => unknown): void {
    this.closers.push(close);
  }

  async onApplicationShutdown(): Promise<void> {
    for (const close of this.closers.splice(0).reverse()) {
      try {
        await close();
      } catch {
        continue;
      }
    }
  }
}
