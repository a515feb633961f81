import { lightTexts, type ServerPages } from '@abato/contracts';
import type { ComponentType } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { LightPage, lightStyle } from '@/light/frame';
import { ListPage } from '@/light/list-page';
import { GoPage, PaymentPage } from '@/light/payment-page';
import { ResultPage } from '@/light/result-page';
import { CodePage, DialPage, TotalPage, VotePage } from '@/light/vote-page';
import { ContestPaint, HomePaint, ListPaint } from './first-paint';

function NoticePage({ title, text }: { title: string; text: string }) {
  return (
    <LightPage title={title} head={<h1>{title}</h1>} full="/">
      <p>{text}</p>
      <p>
        <a href="/contests">{lightTexts.missing.back}</a>
      </p>
    </LightPage>
  );
}

const whole =
  <P extends object>(Page: ComponentType<P>) =>
  (page: P): string =>
    `<!doctype html>${renderToStaticMarkup(<Page {...page} />)}`;

/** What the API process renders, compiled into one file that it imports. */
export const pages: ServerPages = {
  lightStyle,
  light: {
    notice: whole(NoticePage),
    list: whole(ListPage),
    vote: whole(VotePage),
    code: whole(CodePage),
    dial: whole(DialPage),
    total: whole(TotalPage),
    result: whole(ResultPage),
    go: whole(GoPage),
    payment: whole(PaymentPage),
  },
  first: {
    home: () => renderToStaticMarkup(<HomePaint />),
    list: (contests) => renderToStaticMarkup(<ListPaint contests={contests} />),
    contest: (contest, now) => renderToStaticMarkup(<ContestPaint contest={contest} now={now} />),
  },
};
