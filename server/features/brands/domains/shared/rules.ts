/* Domains that prove nothing about a brand, since many parties have an address or a page there. */

const names = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/).filter(Boolean));

export const FREE_MAIL = names(`
  gmail.com googlemail.com outlook.com hotmail.com live.com msn.com outlook.fr outlook.es outlook.it outlook.de outlook.pt
  hotmail.fr hotmail.es hotmail.it hotmail.de hotmail.co.uk live.fr live.it live.co.uk live.nl yahoo.com yahoo.fr yahoo.es yahoo.it
  yahoo.de yahoo.co.uk yahoo.co.jp yahoo.com.br yahoo.com.mx ymail.com rocketmail.com aol.com icloud.com me.com mac.com
  proton.me protonmail.com protonmail.ch pm.me tutanota.com tuta.io tuta.com zoho.com zohomail.com fastmail.com hey.com mail.com
  email.com gmx.com gmx.de gmx.net gmx.at gmx.ch gmx.fr web.de freenet.de t-online.de posteo.de mailbox.org orange.fr wanadoo.fr
  free.fr laposte.net sfr.fr neuf.fr bbox.fr libero.it virgilio.it alice.it tiscali.it tin.it aruba.it fastwebnet.it telefonica.net
  terra.es sapo.pt bol.com.br uol.com.br terra.com.br ig.com.br mail.ru bk.ru inbox.ru list.ru internet.ru yandex.ru yandex.com ya.ru
  rambler.ru ukr.net qq.com foxmail.com 163.com 126.com yeah.net sina.com sina.cn sohu.com aliyun.com 139.com 189.cn naver.com
  daum.net hanmail.net nate.com docomo.ne.jp seznam.cz wp.pl o2.pl onet.pl interia.pl btinternet.com sky.com comcast.net att.net
  verizon.net cox.net shaw.ca rogers.com bigpond.com optusnet.com.au rediffmail.com maktoob.com mailinator.com yopmail.com
  guerrillamail.com sharklasers.com 10minutemail.com temp-mail.org`);

export const SHARED_HOSTS = names(`
  facebook.com fb.com instagram.com tiktok.com youtube.com youtu.be twitter.com x.com threads.net linkedin.com pinterest.com
  snapchat.com vk.com ok.ru t.me telegram.me wa.me whatsapp.com weibo.com xiaohongshu.com douyin.com wechat.com qq.com reddit.com
  discord.gg discord.com twitch.tv medium.com substack.com tumblr.com patreon.com onlyfans.com linktr.ee beacons.ai bio.link
  carrd.co about.me taplink.cc campsite.bio lnk.bio notion.site notion.so google.com goo.gl bit.ly apple.com github.io github.com
  gitlab.io bitbucket.io pages.dev workers.dev vercel.app netlify.app netlify.com herokuapp.com onrender.com fly.dev railway.app
  web.app firebaseapp.com appspot.com run.app azurewebsites.net cloudfront.net amazonaws.com wordpress.com wordpress.org wixsite.com
  wix.com weebly.com squarespace.com myshopify.com shopify.com webflow.io framer.website framer.app blogspot.com blogger.com
  jimdofree.com jimdosite.com jimdo.com strikingly.com site123.me tilda.ws ucoz.ru ucoz.com narod.ru tiiny.site glitch.me
  replit.app surge.sh neocities.org amazon.com amazon.fr amazon.de amazon.co.uk etsy.com ebay.com airbnb.com booking.com
  tripadvisor.com yelp.com ubereats.com deliveroo.fr deliveroo.co.uk thefork.com opentable.com planity.com treatwell.com business.site
  eventbrite.com canva.site ngrok.io ngrok.app ngrok-free.app trycloudflare.com duckdns.org no-ip.org ddns.net dyndns.org eu.org
  nip.io sslip.io`);

/** Suffixes of two parts below which registries sell names. */
export const REGISTRY_SUFFIXES = names(`
  co.uk org.uk me.uk ltd.uk plc.uk ac.uk gov.uk com.au net.au org.au id.au com.br net.br org.br com.mx org.mx com.ar com.co com.pe
  com.ve com.ec com.uy com.py com.bo com.tr org.tr co.jp ne.jp or.jp co.kr or.kr com.cn net.cn org.cn com.hk com.tw com.sg com.my
  com.ph co.id or.id co.th in.th com.vn co.in net.in org.in firm.in com.pk com.bd co.za org.za com.ng co.ke com.gh com.eg com.sa
  com.ae com.qa com.kw com.om com.lb com.jo co.il org.il com.ua in.ua com.ru msk.ru spb.ru com.pl net.pl org.pl co.at or.at
  com.es nom.es org.es com.pt com.fr asso.fr co.it com.gr com.cy com.mt co.nz net.nz org.nz com.kz com.by com.ge com.az`);
