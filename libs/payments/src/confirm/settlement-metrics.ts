import { Inject, Injectable } from '@nestjs/common';
import { Counter, Histogram, type Registry } from 'prom-client';
import { METRICS } from '@abato/platform';
import { SITUATIONS } from '../rules/payment-state.js';
import type { PaymentUpdate, SettlementResult } from './lock-and-read.js';

@Injectable()
export class SettlementMetrics {
  private readonly transitions: Counter;
  private readonly alerts: Counter;
  private readonly delay: Histogram;

  constructor(@Inject(METRICS) metrics: Registry) {
    this.transitions = new Counter({
      name: 'abato_payment_transitions_total',
      help: 'Transitions of payments by new state and by the source of the update',
      labelNames: ['to', 'source'],
      registers: [metrics],
    });
    this.alerts = new Counter({
      name: 'abato_payment_alerts_total',
      help: 'Payments that need a person, by situation',
      labelNames: ['situation'],
      registers: [metrics],
    });
    // A series that appears with its first value shows no increase: the first alert of the night would go unnoticed.
    for (const situation of SITUATIONS) this.alerts.inc({ situation }, 0);
    this.delay = new Histogram({
      name: 'abato_payment_settle_seconds',
      help: 'From the payment, as the provider dates it, to the counted vote',
      buckets: [0.5, 1, 2, 5, 10, 15, 30, 60, 300, 3600, 86400],
      registers: [metrics],
    });
  }

  settled({ proof, source }: PaymentUpdate, result: SettlementResult): void {
    if (result.from !== result.to) this.transitions.inc({ to: result.to, source });
    if (result.alert) this.alerts.inc({ situation: result.situation });
    if (result.counted && proof.paidAt) {
      this.delay.observe(Math.max(0, (Date.now() - proof.paidAt.getTime()) / 1000));
    }
  }
}
