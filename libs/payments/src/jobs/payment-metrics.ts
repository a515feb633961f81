import { Inject, Injectable } from '@nestjs/common';
import { Counter, Histogram, type Registry } from 'prom-client';
import { METRICS } from '@abato/platform';
import type { News, Settlement } from '../settlement/settlement.js';

@Injectable()
export class PaymentMetrics {
  private readonly transitions: Counter;
  private readonly alerts: Counter;
  private readonly delay: Histogram;

  constructor(@Inject(METRICS) metrics: Registry) {
    this.transitions = new Counter({
      name: 'abato_payment_transitions_total',
      help: 'Transitions of payments by new state and by who brought the news',
      labelNames: ['to', 'source'],
      registers: [metrics],
    });
    this.alerts = new Counter({
      name: 'abato_payment_alerts_total',
      help: 'Payments that need a person, by situation',
      labelNames: ['situation'],
      registers: [metrics],
    });
    this.delay = new Histogram({
      name: 'abato_payment_settle_seconds',
      help: 'From the payment, as the provider dates it, to the counted vote',
      buckets: [0.5, 1, 2, 5, 10, 15, 30, 60, 300, 3600, 86400],
      registers: [metrics],
    });
  }

  settled({ proof, source }: News, settlement: Settlement): void {
    if (settlement.from !== settlement.to) this.transitions.inc({ to: settlement.to, source });
    if (settlement.alert) this.alerts.inc({ situation: settlement.situation });
    if (settlement.counted && proof.paidAt) {
      this.delay.observe(Math.max(0, (Date.now() - proof.paidAt.getTime()) / 1000));
    }
  }
}
