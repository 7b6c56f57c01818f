// Traditional Chinese from the Simplified texts, character by character; PHRASES are words whose characters depend on
// the word. The tables cover zh.js only: a test finds characters that they lack.

const SIMPLIFIED = '键与单复数没页学级规则关于盘轮请连断开试个对还后说现随机无标准长胜线两时换占优摆选颜让须适会赢谨几简惩罚误强难战状态计雾这链动车输观着载谱结离电脑钟点写样里头进执过别处终显势择认为双发给并厅将决帐号册'
    + '录制来议绝吗获谢满应话么闭纹设备浅总从声马项谁务布达继续弃间浏览变击销释删证内条寻负虑败撑确仅检读记圆块当转镜热图胁队树识搁签贴该网经问题错坚损论实种顽课尽练习统尝冲许够余挡却带刚横竖见边视紧邻铺帮坏'
    + '虽独欢办凭诉讲听码访频暂运较启储据们绪属汉组旧语称绩类采缩赛笼软邮询门“”';
const TRADITIONAL = '鍵與單復數沒頁學級規則關於盤輪請連斷開試個對還後說現隨機無標準長勝線兩時換佔優擺選顏讓須適會贏謹幾簡懲罰誤強難戰狀態計霧這鏈動車輸觀著載譜結離電腦鐘點寫樣裡頭進執過別處終顯勢擇認為雙發給並廳將決帳號冊'
    + '錄製來議絕嗎獲謝滿應話麼閉紋設備淺總從聲馬項誰務佈達繼續棄間瀏覽變擊銷釋刪證內條尋負慮敗撐確僅檢讀記圓塊當轉鏡熱圖脅隊樹識擱籤貼該網經問題錯堅損論實種頑課盡練習統嘗衝許夠餘擋卻帶剛橫豎見邊視緊鄰鋪幫壞'
    + '雖獨歡辦憑訴講聽碼訪頻暫運較啟儲據們緒屬漢組舊語稱績類採縮賽籠軟郵詢門「」';
const PHRASES = { 复制: '複製', 重复: '重複', 复盘: '覆盤', 控制: '控制', 限制: '限制', 准许: '准許' };

const table = new Map([...Object.entries(PHRASES), ...[...SIMPLIFIED].map((from, i) => /** @type {const} */ ([from, [...TRADITIONAL][i]]))]);
const pattern = new RegExp(`${Object.keys(PHRASES).join('|')}|[^\\x00-\\x7f]`, 'g');

/** @param {string} text in Simplified Chinese */
export const toTraditional = (text) => text.replace(pattern, (one) => table.get(one) ?? one);

/** @param {Record<string, string>} texts */
export const traditional = (texts) => Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, toTraditional(text)]));
