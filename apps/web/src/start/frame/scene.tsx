import classes from './scene.module.css'

/** x, y and radius; none where the name stands. */
const STARS = [
  [560, 70, 1.8],
  [610, 210, 1.1],
  [700, 150, 1.3],
  [745, 290, 1],
  [820, 90, 1.5],
  [890, 220, 1.1],
  [960, 60, 1.2],
  [1030, 180, 1.5],
  [1120, 110, 1.3],
] as const

/** The light on the water: y, width and height of each glint below the sun. */
const GLINTS = [
  [553, 120, 4],
  [567, 84, 5],
  [583, 132, 5],
  [602, 96, 6],
  [624, 150, 7],
] as const

/** A boat under sail at dusk, or by night in dark colours: what is seen before anyone has signed in. */
export function Scene() {
  return (
    <svg className={classes.scene} viewBox="0 0 1200 800" preserveAspectRatio="xMidYMax slice" aria-hidden="true">
      <defs>
        <radialGradient id="glow">
          <stop className={classes.glowInner} offset="0" />
          <stop className={classes.glowMiddle} offset="0.4" />
          <stop className={classes.glowOuter} offset="1" />
        </radialGradient>
      </defs>
      <g className={classes.stars}>
        {STARS.map(([x, y, r]) => (
          <circle key={x} cx={x} cy={y} r={r} />
        ))}
      </g>
      <circle cx="780" cy="520" r="330" fill="url(#glow)" />
      <circle className={classes.sun} cx="780" cy="505" r="46" />
      <path
        className={classes.coast}
        d="M0 545c70-18 130-44 205-50 52-4 92 26 150 30 46 3 82-20 128-22 62-3 110 34 170 42H0Zm930 0c54-26 110-34 160-30 40 3 72 16 110 14v16Z"
      />
      <path className={classes.far} d="M-200 545H1400V800H-200Z" />
      <g className={classes.glints}>
        {GLINTS.map(([y, width, height]) => (
          <rect key={y} x={780 - width / 2} y={y} width={width} height={height} rx={height / 2} />
        ))}
      </g>
      <Boat />
      <path
        className={classes.middle}
        d="M-200 640c60-16 110-16 170 0s110 16 170 0 110-16 170 0 110 16 170 0 110-16 170 0 110 16 170 0 110-16 170 0 110 16 170 0 110-16 170 0V800H-200Z"
      />
      <path
        className={classes.near}
        d="M-240 715c80-22 150-22 230 0s150 22 230 0 150-22 230 0 150 22 230 0 150-22 230 0 150 22 230 0 150-22 230 0V800H-240Z"
      />
    </svg>
  )
}

function Boat() {
  return (
    <g transform="translate(430 352)">
      <g className={classes.boat}>
        <path className={classes.jib} d="M70 22C54 96 30 160-8 214h78Z" />
        <path className={classes.sail} d="M82 0c16 70 44 150 98 214H82Z" />
        <path
          className={classes.hull}
          d="M74-10h5v248h-5ZM-34 232c70 8 150 8 232-2-6 34-22 58-44 66H16c-26-10-42-34-50-64Z"
        />
        <path className={classes.stripe} d="M-31 243c70 7 148 7 226-2l-3 9c-76 8-150 8-219 1Z" />
      </g>
    </g>
  )
}
