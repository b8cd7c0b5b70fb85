import type { Provider } from '@binnacle/contract'

const push = { direction: 'push', status: 'live' } as const
const closed = { direction: 'pull', status: 'unavailable', docs_url: null } as const

/**
 * The catalogue as a new installation begins with it, in the order it is offered. The operator edits it from there.
 * A maker's cloud is listed so that an owner who looks for it finds the way that does work: the boat's own network.
 */
export const PROVIDER_CATALOGUE: readonly Provider[] = [
  {
    ...push,
    slug: 'signalk',
    name: 'Signal K',
    summary: 'The open marine data server, on a Raspberry Pi, a Victron GX or any computer on board.',
    covers: ['Signal K server', 'NMEA 2000', 'NMEA 0183', 'SeaTalk', 'Victron Energy', 'OpenPlotter'],
    install_notes:
      'In the app store of the Signal K server install signalk-binnacle. In its settings enter the address of this service and the connection key, choose which engine feeds the hour meter, and restart the server.',
    docs_url: 'https://signalk.org',
  },
  {
    ...push,
    slug: 'nmea2000-gateway',
    name: 'NMEA 2000 gateway',
    summary: 'Engine, tank, battery and navigation data straight from the NMEA 2000 network, without Signal K.',
    covers: [
      'Actisense',
      'Yacht Devices',
      'Digital Yacht',
      'Maretron',
      'SocketCAN',
      'Volvo Penta',
      'Yanmar',
      'Mercury',
      'Yamaha',
      'Suzuki',
      'Honda',
    ],
    install_notes:
      'Connect a USB, Ethernet or Wi-Fi gateway, or a CAN interface, to a spare drop of the backbone. Run the Binnacle gateway program on a small computer on board with the address of the gateway and the connection key. Older engines need the interface of their maker to be seen on NMEA 2000.',
    docs_url: 'https://github.com/canboat/canboatjs',
  },
  {
    ...push,
    slug: 'victron-venus',
    name: 'Victron Venus OS',
    summary:
      'Batteries, tanks, shore power, generator and digital inputs of a Victron GX device, over MQTT on the boat.',
    covers: ['Cerbo GX', 'Ekrano GX', 'Venus GX', 'Color Control GX', 'Venus OS on Raspberry Pi'],
    install_notes:
      'On the GX device switch on MQTT under Settings, Services. Run the Binnacle gateway program on the same network with the address of the GX device and the connection key. No VRM account is needed.',
    docs_url: 'https://github.com/victronenergy/dbus-flashmq',
  },
  {
    ...push,
    slug: 'nmea0183-gateway',
    status: 'beta',
    name: 'NMEA 0183 gateway',
    summary: 'Position, speed, depth and water temperature from NMEA 0183 sentences, over serial line, TCP or UDP.',
    covers: ['NMEA 0183', 'Multiplexers', 'AIS transponders', 'Older instruments'],
    install_notes:
      'Point the Binnacle gateway program at the serial port, or at the TCP or UDP port of a multiplexer. Engine, tank and battery values come only from devices that send XDR sentences, and their names differ from maker to maker.',
    docs_url: null,
  },
  {
    ...push,
    slug: 'onboard_camera',
    name: 'Onboard camera',
    summary:
      'Still pictures from cameras on board, on their own schedule or when the owner checks in. No video is stored.',
    covers: ['ONVIF cameras', 'RTSP cameras', 'USB cameras', 'Raspberry Pi cameras'],
    install_notes:
      'Name the cameras in the settings of the Binnacle gateway program, up to four on a boat, and give it the connection key. The password of a camera stays on board.',
    docs_url: null,
  },
  {
    ...push,
    slug: 'generic-http',
    name: 'Your own program',
    summary: 'Anything that can make an HTTPS request: a script, a microcontroller, Node-RED, Home Assistant.',
    covers: ['ESP32', 'Node-RED', 'Home Assistant', 'curl'],
    install_notes:
      'POST up to 200 readings as JSON to /v1/telemetry with the connection key as bearer token, at most every five seconds. The interface is described at /docs of this service.',
    docs_url: null,
  },
  {
    ...closed,
    slug: 'victron-vrm',
    name: 'Victron VRM portal',
    summary:
      'The cloud of Victron Energy. Not read by this service; the GX device on board can be, without an account.',
    covers: ['Victron Energy'],
    install_notes: 'Connect Victron Venus OS instead.',
  },
  {
    ...closed,
    slug: 'volvo-penta-cloud',
    name: 'Volvo Penta connected services',
    summary: 'The cloud behind the apps of Volvo Penta. Access needs an agreement with Volvo Penta, and there is none.',
    covers: ['Volvo Penta'],
    install_notes: 'Engines with EVC can be read over NMEA 2000: connect Signal K or an NMEA 2000 gateway instead.',
  },
  {
    ...closed,
    slug: 'yamaha-siren-marine',
    name: 'Yamaha and Siren Marine',
    summary: 'The connected boat service of Siren Marine, a Yamaha company. It has given this service no access.',
    covers: ['Yamaha', 'Siren Marine'],
    install_notes: 'Outboards on Command Link are seen on NMEA 2000 through their gateway: connect that instead.',
  },
  {
    ...closed,
    slug: 'mercury-smartcraft',
    name: 'Mercury SmartCraft and VesselView',
    summary: 'The apps of Mercury Marine for SmartCraft engines. They pass nothing on to this service.',
    covers: ['Mercury', 'MerCruiser', 'Mercury Racing'],
    install_notes:
      "Mercury's own gateway puts SmartCraft data on NMEA 2000: connect Signal K or an NMEA 2000 gateway instead.",
  },
  {
    ...closed,
    slug: 'garmin-ondeck',
    name: 'Garmin OnDeck',
    summary: 'The remote boat monitoring of Garmin. It passes nothing on to this service.',
    covers: ['Garmin'],
    install_notes: 'Instruments of Garmin speak NMEA 2000: connect Signal K or an NMEA 2000 gateway instead.',
  },
  {
    ...closed,
    slug: 'raymarine-yachtsense',
    name: 'Raymarine YachtSense',
    summary: 'The connected boat service of Raymarine. It passes nothing on to this service.',
    covers: ['Raymarine'],
    install_notes:
      'SeaTalk NG carries NMEA 2000: connect Signal K or an NMEA 2000 gateway with an adapter cable instead.',
  },
  {
    ...closed,
    slug: 'sentinel-marine',
    name: 'Sentinel Marine',
    summary: 'The boat monitoring box and app of Sentinel. It passes nothing on to this service.',
    covers: ['Sentinel'],
    install_notes:
      'What it reads from the network on board can be read beside it: connect an NMEA 2000 gateway instead.',
  },
]
