import { common } from '@/texts/en/common';

/** The page's shape while its data is on the way. */
export function ContestSkeleton() {
  return (
    <div role="status">
      <span className="sr-only">{common.loading}</span>
      <div aria-hidden>
        <div className="stage">
          <div className="page-width grid gap-8 py-8 lg:grid-cols-[1fr_1.1fr]">
            <div className="skeleton aspect-video opacity-20" />
            <div className="space-y-4">
              <div className="skeleton h-6 w-24 opacity-20" />
              <div className="skeleton h-14 opacity-20" />
              <div className="skeleton h-20 opacity-20" />
            </div>
          </div>
        </div>
        <div className="page-width grid gap-5 pt-12 sm:grid-cols-2 lg:grid-cols-3">
          {[0, 1, 2].map((index) => (
            <div key={index} className="skeleton h-40 sm:h-96" />
          ))}
        </div>
      </div>
    </div>
  );
}
