import clsx from 'clsx';

const HEIGHT = 100;

/**
 * Small bars without axes: how a figure went. The label and the newest figures beside it say it in words.
 * @param values oldest first; the last is still growing
 */
export function Sparkline({
  values,
  label,
  className,
}: {
  values: readonly number[];
  label: string;
  className?: string;
}) {
  const most = Math.max(...values, 1);
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${values.length * 4 - 1} ${HEIGHT}`}
      preserveAspectRatio="none"
      className={clsx('block w-full text-gold', className)}
    >
      {values.map((value, index) => {
        // A line of two per cent for nothing: the axis.
        const height = Math.max(2, (value / most) * HEIGHT);
        return (
          <rect
            // The place is the identity: values move from one to the next.
            key={index}
            x={index * 4}
            y={HEIGHT - height}
            width={3}
            height={height}
            fill="currentColor"
            fillOpacity={value === 0 ? 0.35 : 1}
          />
        );
      })}
    </svg>
  );
}
